import { html, type Markup, type Part } from '../html.ts'
import type { IdentityTexts } from '../locales/en/identity.ts'
import { formatMoment } from '../locales/format.ts'
import type { Language } from '../locales/languages.ts'
import { exact, named } from '../parts/amount.ts'
import { cardNotice } from '../parts/card-notice.ts'
import type { ShownCredential, Verdict } from './verify-view.ts'

interface Spoken {
  readonly t: IdentityTexts
  readonly language: Language
  readonly verdict: Verdict
}

/** The answer in one sentence, and what the credential says of itself. */
export const verdictParts = (spoken: Spoken): Markup =>
  html`<div class="stack" role="status" id="verdict">${notice(spoken)} ${facts(spoken)} ${profile(spoken)}</div>`

function notice({ t, verdict }: Spoken): Markup {
  if (verdict.outcome === 'valid') return cardNotice({ tone: 'confirmed', title: t.valid, help: t.validHelp })
  if (verdict.outcome === 'invalid') return cardNotice({ tone: 'failed', title: t.invalid, help: t.reasons[verdict.reason] })
  const reason = verdict.reason === null ? '' : t.revokedReason(named(verdict.reason))
  return cardNotice({ tone: 'failed', title: t.revoked, help: html`${t.revokedHelp} ${reason}` })
}

/** A credential that is not genuine says nothing that is worth a line. */
function facts({ t, language, verdict: { outcome, credential } }: Spoken): Part {
  if (outcome === 'invalid' && credential.id === undefined) return ''
  const moment = (iso: string | undefined): Part => (iso === undefined ? undefined : named(formatMoment(language, iso)))
  const rows: readonly (readonly [term: string, value: Part])[] = [
    [t.kind, kindOf(t, credential)],
    [t.subject, hash(credential.subject)],
    [t.issuer, hash(credential.issuer)],
    [t.issued, moment(credential.issuedAt)],
    [t.expires, moment(credential.expiresAt) ?? (credential.issuedAt === undefined ? undefined : t.never)],
    [t.id, hash(credential.id)],
  ]
  return html`<dl class="kv">${rows.map(([term, value]) => (value === undefined ? '' : row(term, value)))}</dl>`
}

const row = (term: string, value: Part): Markup =>
  html`<dt>${term}</dt>
    <dd>${value}</dd>`

const hash = (text: string | undefined): Part => (text === undefined ? undefined : html`<span class="mono did">${exact(text)}</span>`)

const kindOf = (t: IdentityTexts, { type }: ShownCredential): Part => {
  const words: Readonly<Record<string, string>> = t.kinds
  return type !== undefined && Object.hasOwn(words, type) ? words[type] : type && exact(type)
}

/** Where what is known of its subject stands. */
const profile = ({ t, language, verdict: { outcome, credential } }: Spoken): Part =>
  outcome === 'invalid' || credential.subject === undefined
    ? ''
    : html`<a class="link-target" href="/did/${encodeURIComponent(credential.subject)}?lang=${language}">${t.openProfile}</a>`
