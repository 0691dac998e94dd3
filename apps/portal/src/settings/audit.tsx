import { Link } from '@tanstack/react-router'
import { useBusinessId } from '../businesses/use-business.ts'
import { Page } from '../ui/page.tsx'
import { AuditLog } from './audit-log.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

/** Who decided what about a business; what concerns the account itself has a page of its own. */
export function AuditPage() {
  const businessId = useBusinessId()
  return (
    <Page title="Settings">
      <SettingsTabs />
      <AuditLog businessId={businessId} about="Changes of keys, wallets and settings, and decisions about money, appear here." />
      <p className="hint">
        Sign-in clients, connected apps and the account itself are in <Link to="/account/audit">the audit log of the account</Link>.
      </p>
    </Page>
  )
}
