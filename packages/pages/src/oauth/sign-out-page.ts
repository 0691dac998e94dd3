import { html } from '../html.ts'
import { layout } from '../layout.ts'
import type { Language } from '../locales/languages.ts'
import { signInTexts } from '../locales/sign-in-texts.ts'
import { gate } from '../parts/gate.ts'

interface Turn {
  readonly language: Language
  readonly nonce: string
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}

/** Asks whether the sign-in of this browser ends, because an app says so. Who stays goes to the portal: the form ends the sign-in. */
export function signOutPage({ language, nonce, theme, action, xsrf }: Turn & { action: string; xsrf: string }): string {
  const t = signInTexts[language]
  return layout({
    language,
    nonce,
    theme,
    title: t.signOutTitle,
    styles: ['links.css'],
    content: html`<main id="main" class="gate">
      <form class="gate__card" method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <div>
          <h1>${t.signOutTitle}</h1>
          <p>${t.signOutHelp}</p>
        </div>
        <div class="row row--wrap">
          <button class="btn btn--primary grow" name="logout" value="yes">${t.signOut}</button>
          <a class="btn grow" href="/dashboard">${t.stay}</a>
        </div>
      </form>
    </main>`,
  })
}

/** Why a page of signing in is shown instead of what was asked for. */
export type SignInNotice = 'signed_out' | 'failed' | 'ended'

/** Says that the user is signed out, that a request is not valid, or that it is over; it leads nowhere. */
export function signInNoticePage({ language, nonce, theme, notice }: Turn & { notice: SignInNotice }): string {
  const t = signInTexts[language]
  const { title, help, further } = {
    signed_out: { title: t.signedOut, help: t.signedOutHelp, further: '' },
    failed: { title: t.failed, help: t.failedHelp, further: t.failedAgain },
    ended: { title: t.ended, help: t.endedHelp, further: '' },
  }[notice]
  return layout({
    language,
    nonce,
    theme,
    title,
    styles: ['links.css'],
    content: gate({ title, help, further: further === '' ? '' : html`<p class="hint">${further}</p>` }),
  })
}
