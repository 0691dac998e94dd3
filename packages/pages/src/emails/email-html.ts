import { html, type Markup, trusted } from '../html.ts'
import { languages } from '../locales/languages.ts'
import { light, styleBlock } from './colours.ts'
import { htmlBlock } from './html-blocks.ts'
import { font, markupOf, style, table } from './html-parts.ts'
import { firstCharacter, unlinked } from './inserted-text.ts'
import type { Mail } from './mail.ts'
import { product } from './product.ts'

/**
 * The HTML part of a mail: tables and inline styles, 600 px, system fonts, colours of both themes. It has no image, loads nothing, and its only
 * links are the buttons' own.
 */
export const emailHtml = (mail: Mail): string =>
  html`<!doctype html>
    <html lang="${mail.language}" dir="${languages[mail.language].dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>${mail.subject}</title>
        <style>
          ${trusted(styleBlock)}
        </style>
      </head>
      <body class="ground" style="${style('margin:0;padding:0;-webkit-text-size-adjust:100%', `background:${light.ground}`)}">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${markupOf(mail.preheader)}${trusted(FILLER)}</div>
        ${sheet(mail)}
      </body>
    </html> `.markup.replace(INDENT, '\n')

/** The template's own; inserted text is one line. */
const INDENT = /\n\s+/g
/** Keeps a client from showing the body after the preheader. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(40)

/** Language and direction are repeated here, because some clients drop html and body. */
function sheet(mail: Mail): Markup {
  const { dir } = languages[mail.language]
  const attributes = `class="ground" dir="${dir}" lang="${mail.language}" bgcolor="${light.ground}" style="background:${light.ground}"`
  return table(
    attributes,
    html`<tr>
      <td class="edge" align="center" style="padding:24px 20px">${table('style="max-width:560px"', column(mail))}</td>
    </tr>`,
  )
}

function column(mail: Mail): Markup {
  const card = style(`background:${light.card}`, `border:1px solid ${light.line}`, 'border-radius:10px')
  const foot = style(font(400, 13, 20), `color:${light.ink3}`, 'padding:16px 4px 0')
  return html`<tr>
      <td style="padding:0 4px 16px">${head(mail)}</td>
    </tr>
    <tr>
      <td class="card" bgcolor="${light.card}" style="${card}">
        ${table(
          '',
          html`<tr>
            <td class="pad" style="padding:32px 32px 12px">${table('', content(mail))}</td>
          </tr>`,
        )}
      </td>
    </tr>
    <tr>
      <td class="ink3" style="${foot}">${markupOf(mail.why)}<br />${markupOf(mail.closing)}</td>
    </tr>`
}

function content(mail: Mail): Markup {
  const heading = style('margin:0', font(600, 22, 30), 'letter-spacing:-0.015em', `color:${light.ink}`)
  return html`<tr>
      <td style="padding:0 0 12px"><h1 class="ink" style="${heading}">${markupOf(mail.title)}</h1></td>
    </tr>
    ${mail.blocks.map((block) => htmlBlock(block, mail))}`
}

function head({ merchant }: Mail): Markup {
  if (merchant === null)
    return html`<span class="ink" style="${style(font(600, 18, 32), 'letter-spacing:-0.01em', `color:${light.ink}`)}">${product}</span>`
  const face = style(`background:${light.ink}`, 'color:#ffffff', font(600, 14, 32), 'width:32px;height:32px;border-radius:6px')
  const name = style(font(600, 16, 32), `color:${light.ink}`, 'padding:0 12px')
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td class="face" align="center" valign="top" bgcolor="${light.ink}" style="${face}">${firstCharacter(merchant)}</td>
      <td class="ink" style="${name}"><bdi>${unlinked(merchant)}</bdi></td>
    </tr>
  </table>`
}
