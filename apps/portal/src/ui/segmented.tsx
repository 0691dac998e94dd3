/** Changes one parameter of the page. */
export function Segmented<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly options: readonly (readonly [value: Value, word: string])[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {options.map(([option, word]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {word}
        </button>
      ))}
    </div>
  )
}
