export function mainOfClone(): string;
export function isClone(): boolean;
export function bundleFolder(): string;
