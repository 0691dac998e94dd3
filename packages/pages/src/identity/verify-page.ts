import { html, type Markup, type Part } from '../html.ts'
import { layout } from '../layout.ts'
import type { IdentityTexts } from '../locales/en/identity.ts'
import { identityTexts } from '../locales/identity-texts.ts'
import { glyph } from '../parts/glyphs.ts'
import { verdictParts } from './verdict-parts.ts'
import type { VerifyPageInput } from './verify-view.ts'

/** Takes a credential or its id, and says whether it is genuine and still counts. It works without scripts. */
export function verifyPage(input: VerifyPageInput): string {
  const { language, nonce, theme, query, verdict } = input
  const t = identityTexts[language]
  return layout({
    language,
    nonce,
    theme,
    query,
    title: t.verifyTitle,
    styles: ['identity.css'],
    content: html`<main id="main" class="gate">
      <div class="gate__card gate__card--wide">
        <div>
          <h1>${t.verifyTitle}</h1>
          <p>${t.verifyHelp}</p>
        </div>
        ${verdict === undefined ? '' : verdictParts({ t, language, verdict })} ${form(t, input)}
      </div>
    </main>`,
  })
}

const form = (t: IdentityTexts, { language, typed = '', problem }: VerifyPageInput): Markup =>
  html`<form class="stack" method="post" action="/verify?lang=${language}">
    <div class="field">
      <label for="credential">${t.credential}</label>
      ${field(typed, problem)} ${below(t, problem)}
    </div>
    <button class="btn btn--primary btn--block">${t.verify}</button>
  </form>`

/** The field that has a problem takes the focus. */
function field(typed: string, problem: VerifyPageInput['problem']): Markup {
  const own = html`class="textarea mono credential" id="credential" name="credential" dir="ltr" autocomplete="off" autocapitalize="none"
  spellcheck="false" required`
  return problem === undefined
    ? html`<textarea ${own} aria-describedby="credential-hint">${typed}</textarea>`
    : html`<textarea ${own} aria-describedby="credential-error" aria-invalid="true" autofocus>${typed}</textarea>`
}

/** The error replaces the hint. */
const below = (t: IdentityTexts, problem: VerifyPageInput['problem']): Part =>
  problem === undefined
    ? html`<span class="hint" id="credential-hint">${t.credentialHint}</span>`
    : html`<span class="field__error" id="credential-error">${glyph('failed')}<span>${t[problem]}</span></span>`
