import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'

const SHOWN_MS = 2_000

interface CopyProps {
  readonly text: string
  /** The name of the copied text, such as "payment ID". */
  readonly name: string
  readonly look?: 'primary' | 'ghost'
  readonly children?: ReactNode
}

/** Copies a text whole; it says that it did for two seconds. Without a label it is only an icon. */
export function CopyButton({ text, name, look = 'ghost', children }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true))
  }
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      look={look}
      {...(children ? {} : { isIcon: true, size: 'sm' as const })}
      className={isCopied ? 'is-copied' : ''}
      onClick={copy}
      aria-label={children ? undefined : `Copy ${name}`}
    >
      <Icon className="icon" aria-hidden="true" />
      {children && (isCopied ? 'Copied' : children)}
    </Button>
  )
}
