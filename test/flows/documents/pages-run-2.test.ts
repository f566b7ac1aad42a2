import { describePages } from "../../support/documents/describe-pages.ts";

await describePages(1, 3);
