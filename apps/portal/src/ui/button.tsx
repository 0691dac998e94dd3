import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { linkTo, type Target } from './place.tsx'

interface Look {
  /** One `primary` per view; `danger` only inside a confirming dialog, which `quiet-danger` opens. */
  readonly look?: 'primary' | 'danger' | 'ghost' | 'quiet-danger' | undefined
  readonly size?: 'sm'
  /** Only an icon: it needs an `aria-label`. */
  readonly isIcon?: boolean
}

const classOf = ({ look, size, isIcon }: Look, more = ''): string =>
  ['btn', look && `btn--${look}`, size && `btn--${size}`, isIcon && 'btn--icon', more].filter(Boolean).join(' ')

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'size'> {
  /** While it works, it says so: "Creating…". */
  readonly busy?: string | false | undefined
}

/** A button: verb and object; an ellipsis when a dialog follows. */
export function Button({ look, size, isIcon, busy, className, children, disabled, ...rest }: ButtonProps) {
  const shape = classOf({ ...(look && { look }), ...(size && { size }), ...(isIcon && { isIcon }) }, className)
  return (
    <button type="button" {...rest} className={shape} aria-busy={busy ? true : undefined} disabled={disabled || Boolean(busy)}>
      {busy || children}
    </button>
  )
}

interface LinkButtonProps extends Look, Target {
  readonly className?: string
  readonly children: ReactNode
}

/** A link within the portal that looks like a button. */
export function LinkButton({ to, params, search, className, children, ...look }: LinkButtonProps) {
  const target = { to, ...(params && { params }), ...(search && { search }) }
  return (
    <Link {...linkTo(target)} className={classOf(look, className)}>
      {children}
    </Link>
  )
}

/** A link that saves a file. */
export function DownloadLink({
  href,
  file,
  children,
  ...look
}: Look & { readonly href: string; readonly file: string; readonly children: ReactNode }) {
  return (
    <a href={href} download={file} className={classOf(look)}>
      {children}
    </a>
  )
}

/** A link that leaves the portal, in a new tab. */
export function OutsideLink({
  href,
  className,
  children,
  ...look
}: Look & { readonly href: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classOf(look, className)}>
      {children}
    </a>
  )
}
