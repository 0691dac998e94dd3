import { html } from '../html.ts'
import { layout } from '../layout.ts'
import { cardTexts } from '../locales/card-texts.ts'
import type { Language } from '../locales/languages.ts'

/** Where the page of the card processor leads back to, unless the merchant names a page; an asynchronous payment may still be on its way. */
export function cardReturnPage({ language, nonce, theme }: { language: Language; nonce: string; theme?: 'light' | 'dark' }): string {
  const t = cardTexts[language]
  return layout({
    language,
    nonce,
    theme,
    title: t.thanks,
    content: html`<main id="main" class="gate">
      <div class="gate__card">
        <div>
          <h1>${t.thanks}</h1>
          <p>${t.thanksHelp}</p>
        </div>
      </div>
    </main>`,
  })
}
