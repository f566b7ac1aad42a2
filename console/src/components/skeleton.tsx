import classes from "./skeleton.module.css";

export type SkeletonProps = {
  /** Pixels or a CSS length: those of what will stand here, so that nothing moves when it arrives. */
  readonly width?: number | string;
  readonly height?: number | string;
  readonly className?: string | undefined;
};

/** The place of something that is on its way. */
export function Skeleton({ width = "100%", height = 16, className }: SkeletonProps) {
  return <span aria-hidden="true" className={[classes.skeleton, className].join(" ")} style={{ width, height }} />;
}

/** Several lines of text. */
export function SkeletonLines({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className={classes.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? "62%" : "100%"} height={14} />
      ))}
    </div>
  );
}
