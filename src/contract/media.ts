import { z } from "zod";

import { mediaTypes } from "#domain/media/media-type";

import { formFile } from "./fields.ts";

export const mediaRequest = z.object({ file: formFile });

export const mediaData = z
  .object({
    url: z.string().meta({
      description: "Use it in `media_urls`. Anyone who knows it can read the file.",
      example: "https://sms.example.com/m/q3fU0x8lq1mS2xWn5rT4yQ.jpg",
    }),
    type: z.enum(mediaTypes).meta({ description: "By the file's first bytes." }),
    bytes: z.int(),
  })
  .meta({ id: "Media" });
