import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import type { EscrowTexts } from '../locales/en/escrow.ts'
import { escrowTexts } from '../locales/escrow-texts.ts'
import type { Language } from '../locales/languages.ts'
import { glyph } from '../parts/glyphs.ts'

/** Who looks, and how. */
interface Turn {
  readonly language: Language
  readonly nonce: string
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}

/** The page that asks for a party's token; `isRefused` after one that opens nothing. It says nothing about what exists. */
interface TokenView extends Turn {
  readonly query: Readonly<Record<string, string>>
  readonly isRefused: boolean
}

/** Asks for the token of an escrow, and never shows one. */
export function escrowTokenPage({ language, nonce, theme, query, isRefused }: TokenView): string {
  const t = escrowTexts[language]
  return layout({
    language,
    nonce,
    theme,
    query,
    title: t.openTitle,
    styles: ['escrow.css'],
    content: html`<main id="main" class="gate">
      <div class="gate__card">
        <div>
          <h1>${t.openTitle}</h1>
          <p>${t.openHelp}</p>
        </div>
        <form method="post" class="stack" novalidate>
          ${tokenField(t, isRefused)}
          <button class="btn btn--primary btn--block" name="action" value="open">${t.open}</button>
        </form>
      </div>
    </main>`,
  })
}

/** The error replaces the hint. What was typed is a secret, so it is not kept. */
function tokenField(t: EscrowTexts, isRefused: boolean): Markup {
  const field = html`class="input mono" id="token" name="token" type="password" dir="ltr" autocomplete="off" autocapitalize="none"
  spellcheck="false" required`
  return html`<div class="field">
    <label for="token">${t.token}</label>
    ${
      isRefused
        ? html`<input ${field} aria-describedby="token-error" aria-invalid="true" autofocus />
            <span class="field__error" id="token-error">${glyph('failed')}<span>${t.tokenWrong}</span></span>`
        : html`<input ${field} aria-describedby="token-hint" /><span class="hint" id="token-hint">${t.tokenHint}</span>`
    }
  </div>`
}

/** The page at an address that can name no escrow. */
export function unknownEscrowPage({ language, nonce, theme }: Turn): string {
  const t = escrowTexts[language]
  return layout({
    language,
    nonce,
    theme,
    title: t.unknown,
    styles: ['escrow.css'],
    content: html`<main id="main" class="gate">
      <div class="gate__card">
        <div>
          <h1>${t.unknown}</h1>
          <p>${t.unknownHelp}</p>
        </div>
      </div>
    </main>`,
  })
}
