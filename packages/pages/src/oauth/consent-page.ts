import { html, line, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import type { SignInTexts } from '../locales/en/sign-in.ts'
import type { Language } from '../locales/languages.ts'
import { signInTexts } from '../locales/sign-in-texts.ts'
import { initialOf } from '../parts/brand.ts'
import { icon, type IconName } from '../parts/icons.ts'

/** What a user is asked to allow, and the form that answers. */
interface ConsentView {
  readonly language: Language
  readonly nonce: string
  readonly app: string
  readonly scopes: readonly string[]
  readonly email: string
  readonly businesses: readonly string[]
  /** How many businesses there are beside the named ones. */
  readonly moreBusinesses: number
  /** Host of the registered address that the browser returns to. */
  readonly host: string
  readonly action: string
  readonly token: string
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}

/** Asks whether an app may have what it asks for. It works without scripts. */
export function consentPage(view: ConsentView): string {
  const { language, nonce, theme, app, email, host } = view
  const t = signInTexts[language]
  return layout({
    language,
    nonce,
    theme,
    title: t.allowTitle(app),
    styles: ['links.css'],
    content: html`<main id="main" class="gate">
      <form class="gate__card" method="post" action="${view.action}">
        <input type="hidden" name="token" value="${view.token}" />
        <span class="avatar" aria-hidden="true">${initialOf(app)}</span>
        <div>
          <h1>${t.allowTitle(app)}</h1>
          <p class="hint">${t.signedInAs(email)} <button class="link" name="answer" value="switch">${t.notYou}</button></p>
        </div>
        <ul class="scopes">
          ${view.scopes.map((scope) => scopeRow(t, view, scope))}
        </ul>
        <div class="row row--wrap">
          <button class="btn btn--primary grow" name="answer" value="allow">${t.allow}</button>
          <button class="btn grow" name="answer" value="refuse">${t.refuse}</button>
        </div>
        <p class="hint">${line`<bdi>${t.returnTo(host)}</bdi> ${t.takeBack}`}</p>
      </form>
    </main>`,
  })
}

interface Row {
  readonly icon: IconName
  readonly title: string
  readonly help: string
  readonly isStrong?: true
}

function namesOf(t: SignInTexts, { businesses, moreBusinesses }: ConsentView): string {
  if (businesses.length === 0) return t.noBusinesses
  const names = businesses.join(', ')
  return moreBusinesses === 0 ? names : t.andMore(names, moreBusinesses)
}

function scopeRow(t: SignInTexts, view: ConsentView, scope: string): Markup | '' {
  const rows: Readonly<Record<string, Row>> = {
    openid: { icon: 'user', title: t.openid, help: t.openidHelp },
    profile: { icon: 'user', title: t.profile, help: t.profileHelp },
    email: { icon: 'mail', title: t.email, help: view.email },
    payments: { icon: 'wallet', title: t.payments, help: t.paymentsHelp(namesOf(t, view)), isStrong: true },
  }
  const row = rows[scope]
  if (!row) return ''
  return html`<li class="${row.isStrong ? 'is-strong' : ''}">
    ${icon(row.icon)}<span><b>${row.title}</b>${row.help}</span>
  </li>`
}
