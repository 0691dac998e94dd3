import { CopyButton } from './copy-button.tsx'

/** An object as it is sent, with its copy button. */
export function Json({ value, name = 'Body' }: { readonly value: unknown; readonly name?: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div className="code">
      <div className="code__head">
        {name}
        <span className="push">
          <CopyButton text={text} name={name} />
        </span>
      </div>
      <pre tabIndex={0}>{text}</pre>
    </div>
  )
}
