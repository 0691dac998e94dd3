import { Link } from '@tanstack/react-router'
import { Alone } from '../shell/alone.tsx'
import { Page, Section } from '../ui/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { Profile } from './profile.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'

/** The account of the merchant: who it is, how it is protected, where it is signed in. */
export function AccountPage() {
  return (
    <Alone>
      <Page
        title="Account and security"
        actions={
          <Link className="btn" to="/account/audit">
            Audit log
          </Link>
        }
      >
        <Profile />
        <Section title="Passkeys">
          <Passkeys />
        </Section>
        <Section title="Authenticator app">
          <AuthenticatorApp />
        </Section>
        <RecoveryCodes />
        <Section title="Password">
          <ChangePassword />
        </Section>
        <Section title="Sessions">
          <Sessions />
        </Section>
      </Page>
    </Alone>
  )
}
