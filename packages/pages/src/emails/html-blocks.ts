import { html, type Markup } from '../html.ts'
import { languages } from '../locales/languages.ts'
import { light } from './colours.ts'
import { font, markupOf, style, table } from './html-parts.ts'
import type { Block, Fact, Mail } from './mail.ts'

/** A block as rows of the card's table. */
export function htmlBlock(block: Block, mail: Mail): Markup {
  switch (block.kind) {
    case 'paragraph':
      return row('ink2', style(font(400, 16, 25), `color:${light.ink2}`, 'padding:0 0 16px'), markupOf(block.words))
    case 'small':
      return row('ink3', style(font(400, 14, 22), `color:${light.ink3}`, 'padding:0 0 16px'), markupOf(block.words))
    case 'facts':
      return row(
        '',
        style('padding:4px 0 20px'),
        table(`class="line" style="border-top:1px solid ${light.line}"`, html`${block.facts.map(factRow)}`),
      )
    case 'note':
      return row('', style('padding:0 0 20px'), noteBox(block, mail))
    case 'button':
      return button(block)
  }
}

const row = (className: string, rules: Markup, content: Markup): Markup =>
  html`<tr>
    <td class="${className}" style="${rules}">${content}</td>
  </tr>`

function factRow({ name, value }: Fact): Markup {
  const cell = ['padding:9px 0', `border-bottom:1px solid ${light.line}`]
  return html`<tr>
    <td class="ink3 line" width="30%" valign="top" style="${style(font(400, 14, 22), `color:${light.ink3}`, ...cell)}">${name}</td>
    <td class="line" width="16" style="${style(...cell)}"></td>
    <td class="ink line" valign="top" style="${style(font(400, 14, 22), `color:${light.ink}`, ...cell)}">${markupOf(value)}</td>
  </tr>`
}

function noteBox({ tone, title, words }: Extract<Block, { kind: 'note' }>, { language }: Mail): Markup {
  const edge = languages[language].dir === 'rtl' ? 'right' : 'left'
  const box = style(
    `background:${light[`${tone}Ground`]}`,
    `border-${edge}:4px solid ${light[tone]}`,
    'border-radius:4px;padding:12px 16px',
    font(400, 14, 22),
  )
  const heading = html`<b style="${style(`color:${light[tone]}`, 'font-weight:600')}">${markupOf(title)}</b>`
  return table('', row(tone, box, html`${heading}<br /><span class="ink2" style="color:${light.ink2}">${markupOf(words)}</span>`))
}

function button({ label, url, orOpen }: Extract<Block, { kind: 'button' }>): Markup {
  const face = style('display:inline-block;padding:12px 20px;text-decoration:none', font(500, 16, 20), `color:${light.onAccent}`)
  const small = style(font(400, 13, 20), `color:${light.ink3}`, 'padding:4px 0 20px;word-break:break-all')
  return html`<tr>
      <td style="padding:8px 0">
        <table role="presentation" cellpadding="0" cellspacing="0" border="0">
          ${row('btn', style(`background:${light.accent}`, 'border-radius:6px'), html`<a href="${url}" style="${face}">${label}</a>`)}
        </table>
      </td>
    </tr>
    ${row('ink3', small, html`${orOpen} <a class="link" dir="ltr" href="${url}" style="color:${light.accent}">${url.replace(/^https?:\/\//, '')}</a>`)}`
}
