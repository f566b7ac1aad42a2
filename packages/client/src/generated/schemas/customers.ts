// Generated from openapi.json by `npm run generate`. Do not edit.
export type CustomersSchemas = {
  Customer: {
    id: number;
    name: string;
    phone: string;
    country: string | null;
    created_at: string;
  };
};
