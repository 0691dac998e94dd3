import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { Brand } from '../shell/brand.tsx'
import { PageLoading } from '../shell/page-loading.tsx'
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
    <div className="stage stage--alone">
      <header className="top">
        <Brand />
        <Link className="btn btn--ghost push" to="/">
          <ArrowLeft className="icon flip" aria-hidden="true" />
          Back to the business
        </Link>
      </header>
      <main className="sheet-main" id="main">
        <Suspense fallback={<PageLoading />}>
          <Page title="Account and security">
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
        </Suspense>
      </main>
    </div>
  )
}
