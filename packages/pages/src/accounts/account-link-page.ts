import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import { accountLinkTexts } from '../locales/account-link-texts.ts'
import type { AccountLinkTexts } from '../locales/en/account-links.ts'
import type { Language } from '../locales/languages.ts'
import { cardNotice } from '../parts/card-notice.ts'
import { glyph } from '../parts/glyphs.ts'

/** What an e-mailed link is for. */
export type AccountLink = 'verify_email' | 'reset_password'

/** What a page of an e-mailed link shows. */
interface AccountLinkView {
  readonly language: Language
  readonly nonce: string
  readonly link: AccountLink
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}

/**
 * The page of an e-mailed link. Its token is in the fragment, which no browser sends, so a script sends it, and only once the button is pressed,
 * because mail scanners open links too. All its states are drawn here, and the script shows the one that applies once it can serve it.
 */
export function accountLinkPage({ language, nonce, link, theme }: AccountLinkView): string {
  const t = accountLinkTexts[language]
  const kind = kinds[link]
  return layout({
    language,
    nonce,
    theme,
    title: t[kind.title],
    styles: ['links.css'],
    script: 'account-link.js',
    content: html`<main id="main" class="gate">
      <div class="gate__card" id="ask" hidden>
        <div>
          <h1>${t[kind.title]}</h1>
          <p>${t[kind.help]}</p>
        </div>
        ${form(t, kind)}
      </div>
      ${result({ id: 'done', tone: 'confirmed', title: t[kind.done], help: t[kind.doneHelp] })}
      ${result({ id: 'dead', tone: 'expired', title: t.deadLink, help: t.deadLinkHelp })}
      ${result({ id: 'incomplete', tone: 'expired', title: t.noToken, help: t.noTokenHelp })}
      <div class="gate__card only-without-scripts">
        <h1>${t[kind.title]}</h1>
        ${cardNotice({ tone: 'paused', title: t.needsScript, help: t.needsScriptHelp })}
      </div>
    </main>`,
  })
}

interface Kind {
  readonly title: keyof AccountLinkTexts
  readonly help: keyof AccountLinkTexts
  readonly button: keyof AccountLinkTexts
  readonly done: keyof AccountLinkTexts
  readonly doneHelp: keyof AccountLinkTexts
  /** The operation that the button calls. */
  readonly operation: string
  readonly asksPassword: boolean
}

const kinds: Readonly<Record<AccountLink, Kind>> = {
  verify_email: {
    title: 'verifyTitle',
    help: 'verifyHelp',
    button: 'verifyButton',
    done: 'verifyDone',
    doneHelp: 'verifyDoneHelp',
    operation: '/api/auth/verify-email',
    asksPassword: false,
  },
  reset_password: {
    title: 'resetTitle',
    help: 'resetHelp',
    button: 'resetButton',
    done: 'resetDone',
    doneHelp: 'resetDoneHelp',
    operation: '/api/auth/password/reset',
    asksPassword: true,
  },
}

/** Problems that leave the form usable are sentences of the form; the script chooses one by its name. */
const form = (t: AccountLinkTexts, { operation, button, asksPassword }: Kind): Markup =>
  html`<form
    id="form"
    class="stack"
    method="post"
    novalidate
    data-operation="${operation}"
    data-limited="${t.limited}"
    data-busy="${t.busy}"
    data-offline="${t.offline}"
    data-failed="${t.failed}"
    data-working="${t.working}"
  >
    ${asksPassword ? passwordField(t) : ''}
    <p id="problem" class="field__error" role="alert" hidden>${glyph('failed')}<span></span></p>
    <button class="btn btn--primary btn--block" id="send"><span>${t[button]}</span></button>
  </form>`

const passwordField = (t: AccountLinkTexts): Markup =>
  html`<div class="field">
    <label for="password">${t.password}</label>
    <div class="affix">
      <input
        class="input"
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        aria-describedby="password-hint"
      />
      <button type="button" id="reveal" aria-label="${t.showPassword}" aria-pressed="false" data-show="${t.show}" data-hide="${t.hide}">
        ${t.show}
      </button>
    </div>
    <span class="hint" id="password-hint">${t.passwordHint}</span>
    <span class="field__error" id="password-error" hidden>${glyph('failed')}<span>${t.passwordBad}</span></span>
  </div>`

interface Result {
  readonly id: 'done' | 'dead' | 'incomplete'
  readonly tone: 'confirmed' | 'expired'
  readonly title: string
  readonly help: string
}

/** A state that replaces the form; its heading takes the focus. */
const result = ({ id, tone, title, help }: Result): Markup =>
  html`<div class="gate__card" id="${id}" hidden>
    ${glyph(tone)}
    <div>
      <h1 tabindex="-1">${title}</h1>
      <p>${help}</p>
    </div>
  </div>`
