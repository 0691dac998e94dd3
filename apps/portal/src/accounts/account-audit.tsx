import { AuditLog } from '../settings/audit-log.tsx'
import { Alone } from '../shell/alone.tsx'
import { Page } from '../ui/page.tsx'

/** Who decided what about the account, its businesses, its sign-in clients and the apps that it has let in. */
export function AccountAuditPage() {
  return (
    <Alone>
      <Page title="Audit log of the account">
        <AuditLog about="Decisions about the account, its businesses, sign-in clients and connected apps appear here." />
      </Page>
    </Alone>
  )
}
