import type { ReactNode } from 'react'
import { Alone } from '../shell/alone.tsx'
import { ListTabs } from '../ui/list/list-tabs.tsx'
import { Page } from '../ui/page.tsx'

const pages = [
  ['/identity', 'Overview'],
  ['/identity/escrows', 'Escrows'],
  ['/identity/receipts', 'Receipts'],
  ['/identity/credentials', 'Credentials'],
] as const

interface IdentityLayoutProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page about the identity of the merchant, with the ways to the others. */
export function IdentityLayout({ title, actions, children }: IdentityLayoutProps) {
  return (
    <Alone>
      <Page title={title} shown="Identity" actions={actions}>
        <ListTabs label="Identity" pages={pages} />
        {children}
      </Page>
    </Alone>
  )
}
