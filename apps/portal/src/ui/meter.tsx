/** A share of a whole, with both numbers written beside the bar. */
export function Meter({
  part,
  whole,
  text,
  rest,
}: {
  readonly part: number
  readonly whole: number
  readonly text: string
  readonly rest: string
}) {
  return (
    <div className="meter">
      <progress className="meter__bar" value={part} max={Math.max(whole, 1)} aria-label={text} />
      <div className="meter__text">
        <span className="ink">{text}</span>
        <span>{rest}</span>
      </div>
    </div>
  )
}
