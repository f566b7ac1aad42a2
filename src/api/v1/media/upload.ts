import { limits } from "#contract/limits";
import { mediaData, mediaRequest } from "#contract/media";
import { mediaTypes } from "#domain/media/media-type";
import { checkMedia, MEDIA_DAYS, uploadMedia, type MediaDeps } from "#domain/media/upload-media";
import type { IdempotencyStore } from "#domain/messages/idempotency-store";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { joinKnown } from "../../request/shared-reader.ts";
import { oncePerFile } from "../once-per-file.ts";

export type MediaEndpointDeps = MediaDeps & { readonly idempotency: IdempotencyStore };

/** `POST /media`. */
export function mediaEndpoint(services: MediaEndpointDeps): Endpoint {
  return endpoint({
    operationId: "uploadMedia",
    method: "POST",
    path: "/media",
    access: "svc_sendsms",
    tag: "Messages",
    summary: "Upload a picture or another file for an MMS",
    description: `The body is the file. The reply has its address for \`media_urls\`, at which the provider fetches it: anyone who knows the address can. A file that was uploaded before keeps its address. It is deleted ${MEDIA_DAYS} days after its last upload (or when texts are, \`retention.text_days\`), but not while a message or a schedule that uses it is unfinished, nor within a week after such a message has finished.`,
    input: mediaRequest,
    upload: { types: [...mediaTypes, "application/octet-stream"], most: limits.mediaBytes },
    data: mediaData,
    status: 201,
    errors: ["payload_too_large", "public_url_missing"],
    idempotency: "own",
    async handle(_, context) {
      const file = checkMedia(services, await joinKnown(context.upload!));
      return oncePerFile(services.idempotency, context, file.sha256, async () => {
        const data = await uploadMedia(services, file, context.caller.principal);
        return { message: "The file is stored.", data };
      });
    },
  });
}
