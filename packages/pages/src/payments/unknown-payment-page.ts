import { html } from '../html.ts'
import { layout } from '../layout.ts'
import { checkoutTexts } from '../locales/checkout-texts.ts'
import type { Language } from '../locales/languages.ts'
import { glyph } from '../parts/glyphs.ts'

/** The page at a payment link that names no payment: a shopper is here, so it says what not to do with money. */
export function unknownPaymentPage({ language, nonce, theme }: { language: Language; nonce: string; theme?: 'light' | 'dark' }): string {
  const t = checkoutTexts[language]
  return layout({
    language,
    nonce,
    theme,
    title: t.unknown,
    content: html`<main id="main" class="gate">
      <div class="gate__card">
        <div>
          <h1>${t.unknown}</h1>
          <p>${t.unknownHelp}</p>
        </div>
        <div class="notice" data-state="held">
          ${glyph('held')}
          <div>
            <strong>${t.unknownWarning}</strong>
            <p>${t.unknownWarningHelp}</p>
          </div>
        </div>
      </div>
    </main>`,
  })
}
