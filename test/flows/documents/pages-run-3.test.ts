import { describePages } from "../../support/documents/describe-pages.ts";

await describePages(2, 3);
