/**
 * The secret that WooCommerce 3.6 and newer sign with: wp_specialchars_decode( secret, ENT_QUOTES ), because a secret
 * with such a character may be stored with an entity in its place (includes/class-wc-webhook.php, issue 22500).
 */
export function withoutEntities(secret: string): string {
  const named = { amp: "&", lt: "<", gt: ">", quot: '"' } as const;
  return secret.replaceAll(
    /&(?:(amp|lt|gt|quot)|#(?:0*(3[489]|6[02])|x0*(2[267]|3[ce])));/g,
    (_all, name?: keyof typeof named, decimal?: string, hex?: string) =>
      name === undefined
        ? String.fromCharCode(decimal === undefined ? parseInt(hex!, 16) : Number(decimal))
        : named[name],
  );
}
