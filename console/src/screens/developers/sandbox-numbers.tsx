import { Phone } from "../../components/phone.tsx";
import { t } from "../../lib/translate.ts";
import classes from "./developers.module.css";

const numbers = [
  ["+15005550000", t`is delivered`],
  ["+15005550001", t`is refused at once`],
  ["+15005550002", t`is taken, and never delivered`],
  ["+15005550003", t`is delivered; the receipt comes after a minute`],
  ["+15005550004", t`is delivered, and the person answers STOP`],
  ["+15005550005", t`is delivered after two attempts that were too fast`],
  ["+15005550006", t`is taken; there is never a receipt`],
  ["+15005550007", t`is uncertain: no answer comes`],
  ["+15005550008", t`stops the gateway for a minute, as trouble with the account does`],
] as const;

/** What a test can rely on. */
export function SandboxNumbers() {
  return (
    <table className={classes.numbers}>
      <thead>
        <tr>
          <th scope="col">{t`Number`}</th>
          <th scope="col">{t`A text to it`}</th>
        </tr>
      </thead>
      <tbody>
        {numbers.map(([number, outcome]) => (
          <tr key={number}>
            <th scope="row">
              <Phone number={number} />
            </th>
            <td>{outcome}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
