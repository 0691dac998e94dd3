import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A page of the portal; the business of the page at hand goes with it. */
export interface Target {
  readonly to: NonNullable<LinkProps['to']>
  readonly params?: Readonly<Record<string, string>>
  readonly search?: Readonly<Record<string, unknown>>
}

/** What the router's link takes: it fills in the parameters that the page at hand has. */
export const linkTo = ({ to, params, search }: Target): LinkProps => ({ to, params, search }) as LinkProps

/** A link within the portal. */
export function Place({ className, children, ...target }: Target & { readonly className?: string; readonly children: ReactNode }) {
  return (
    <Link {...linkTo(target)} className={className}>
      {children}
    </Link>
  )
}
