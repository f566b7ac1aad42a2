import { describePages } from "../../support/documents/describe-pages.ts";

await describePages(0, 3);
