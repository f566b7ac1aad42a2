import { iconPaths } from "./icon-paths.ts";

export type IconName = keyof typeof iconPaths;

export type IconProps = {
  readonly name: IconName;
  /** Pixels. */
  readonly size?: number;
  /** Mirrored in right-to-left text: arrows and chevrons. */
  readonly mirror?: boolean;
  readonly className?: string | undefined;
};

/** A line drawing beside a word. It has no accessible name of its own: the element around it has a label. */
export function Icon({ name, size = 18, mirror = false, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 14 ? 2.2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-mirror={mirror || undefined}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
