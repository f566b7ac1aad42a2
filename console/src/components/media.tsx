import { useState } from "react";

import { pathOf } from "../lib/media.ts";
import { t } from "../lib/translate.ts";
import bubbles from "./bubbles.module.css";

/**
 * A picture that was uploaded here. Files on other hosts are not fetched, since that would tell those hosts who views
 * them.
 */
const OWN_PICTURE = /^\/m\/[\w-]{22}\.(?:jpe?g|png|gif|webp)$/;

/** Pictures and files of a text: our own are shown, all others are links. */
export function Media({ urls }: { readonly urls: readonly string[] }) {
  return urls.map((url, nth) => <One key={`${nth} ${url}`} url={url} />);
}

function One({ url }: { readonly url: string }) {
  // Deleted because of its age, or on a site that merely looks like this one.
  const [missing, setMissing] = useState(false);
  const path = pathOf(url);
  if (OWN_PICTURE.test(path) && !missing) {
    return (
      <a href={path} target="_blank" rel="noreferrer noopener" className={bubbles.media}>
        <img className={bubbles.picture} src={path} alt={t`Picture of this text`} onError={() => setMissing(true)} />
      </a>
    );
  }
  return (
    <p className={bubbles.media} dir="ltr">
      {/^https?:\/\//i.test(url) ? (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {url}
        </a>
      ) : (
        url
      )}
    </p>
  );
}
