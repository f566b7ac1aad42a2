import classes from "./skeleton.module.css";

export type SkeletonProps = {
  /** Pixels or a CSS length: that of the content to come, so that nothing moves when it arrives. */
  readonly width?: number | string;
  readonly height?: number | string;
  readonly className?: string | undefined;
};

/** A placeholder for something that is being loaded. */
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
