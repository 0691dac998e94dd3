import { INTERFACE_VERSION } from '@gateway/contract/wire/version'
import { html, type Markup } from '@gateway/pages/html'
import { wordmark } from '@gateway/pages/parts/brand'

/** The end of every page. */
export const docFooter = (): Markup =>
  html`<footer class="docfoot">
    ${wordmark}<span>API version ${INTERFACE_VERSION}</span><a href="/openapi.json">openapi.json</a><a href="/llms.txt">llms.txt</a>
    <span class="push">Nobody will ever ask for your recovery phrase.</span>
  </footer>`
