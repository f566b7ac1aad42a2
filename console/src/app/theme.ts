import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from "@mantine/core";

import { t } from "../lib/translate.ts";

/** Mantine wants ten shades. None of them is shown: the colors come from `styles/tokens.css`. */
const accent = Array(10).fill("#0f5f6b") as unknown as MantineColorsTuple;

/**
 * Each variant of a button in colors whose contrast was measured on both grounds; Mantine's own fall below 4.5:1 on
 * the dark accent and in every light variant.
 */
const variants: VariantColorsResolver = ({ variant, color }) => {
  const danger = color === "red";
  const ink = danger ? "var(--state-failed)" : "var(--accent)";
  const hover = danger ? "var(--state-failed-tint)" : "var(--accent-tint)";
  if (variant === "filled") {
    return {
      background: danger ? "var(--danger)" : "var(--accent)",
      hover: danger ? "var(--danger-strong)" : "var(--accent-strong)",
      color: "var(--on-accent)",
      border: "1px solid transparent",
    };
  }
  if (variant === "light") return { background: hover, hover, color: ink, border: "1px solid transparent" };
  if (variant === "outline" || variant === "default") {
    const text = danger ? ink : "var(--ink)";
    return { background: "var(--sheet)", hover: "var(--hover)", color: text, border: "1px solid var(--edge-soft)" };
  }
  return { background: "transparent", hover, color: danger ? ink : "var(--ink)", border: "1px solid transparent" };
};

const close = { closeButtonProps: { "aria-label": t`Close` } };

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: 6,
  colors: { accent },
  variantColorResolver: variants,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', monospace",
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.45", sm: "1.45", md: "1.45", lg: "1.45", xl: "1.3" },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "10px", xl: "16px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  // By name and not by `Modal.extend`: that would bring the code of every overlay into the first load.
  components: {
    Modal: { defaultProps: { ...close, radius: "lg", transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { ...close, position: "right", transitionProps: { duration: 120 } } },
    // White, as Mantine's would be, is not seen on the dark accent.
    Checkbox: { defaultProps: { radius: "xs", iconColor: "var(--on-accent)" } },
    Radio: { defaultProps: { iconColor: "var(--on-accent)" } },
    // A list that opens because the form leads to a wrong field lies over what is wrong with it.
    Select: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    Notification: { defaultProps: close },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { "aria-label": t`Show or hide the password` } } },
    // Its placeholder child is a critical fault of the menu role.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 80 } } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
});
