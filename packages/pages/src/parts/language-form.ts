import { html, type Markup } from '../html.ts'
import { type Language, languageCodes, languages } from '../locales/languages.ts'
import { shellTexts } from '../locales/shell-texts.ts'
import { icon } from './icons.ts'

/**
 * The choice of a language: it asks for the same page with another `?lang=`, and with whatever else its address names. A script sends it at once;
 * without scripts a button does.
 */
export const languageForm = (language: Language, query: Readonly<Record<string, string>> = {}): Markup =>
  html`<form class="lang" method="get">
    ${Object.entries(query).map(([name, value]) => (name === 'lang' ? '' : html`<input type="hidden" name="${name}" value="${value}" />`))}
    <label class="sr-only" for="lang">${shellTexts[language].language}</label>
    <span class="lang__choice">
      ${icon('globe')}
      <select id="lang" name="lang">
        ${languageCodes.map((code) => option(code, code === language))}
      </select>
      ${icon('chevrondown')}
    </span>
    <button class="btn only-without-scripts">${shellTexts[language].change}</button>
  </form>`

const option = (code: Language, isChosen: boolean): Markup =>
  isChosen
    ? html`<option value="${code}" lang="${code}" selected>${languages[code].name}</option>`
    : html`<option value="${code}" lang="${code}">${languages[code].name}</option>`
