import {
  LEAST_REQUEST_ROWS,
  LONGEST_REQUEST_DAYS,
  MAX_REQUEST_ROWS,
  MAX_SUCCESSES_PER_SECOND,
  requestLogSection,
} from "#domain/requests/request-log-settings";

import { integer, toggle } from "../fields.ts";
import { settingsSchema } from "./define.ts";

export const requestLogSettings = settingsSchema(requestLogSection, {
  enabled: toggle().meta({ description: "Whether calls of the API are recorded. What was recorded before stays." }),
  days: integer(1, LONGEST_REQUEST_DAYS).meta({ description: "Entries are deleted after so many days." }),
  rows: integer(LEAST_REQUEST_ROWS, MAX_REQUEST_ROWS).meta({
    description: "The oldest entries are deleted when there are more than this.",
  }),
  successes_per_second: integer(0, MAX_SUCCESSES_PER_SECOND).meta({
    description:
      "Calls that succeeded which one node records in a second. The others are counted; calls that failed or were replayed are recorded up to 200 a second.",
  }),
});
