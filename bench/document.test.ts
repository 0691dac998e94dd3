import { describe, expect, test } from 'vitest'
import { renderDocument } from './document.ts'
import type { SectionText, Table } from './section.ts'

const section: SectionText = {
  title: 'Reading',
  intro: 'How fast reads are.',
  aims: [{ text: 'at least 0.5 × of the bare route', column: 'ratio', rows: /^get/, min: 0.5, reason: 'A read draws an image.' }],
}
const table = (ratio: string): Table => ({
  head: ['route', 'ratio'],
  rows: [
    ['bare', '0.10 ×'],
    ['get a|b', ratio],
  ],
})
const render = (ratio: string, earlier = '') => renderDocument([section], { measured: new Map([['Reading', table(ratio)]]), earlier })

describe('the document of the bench', () => {
  test('names a figure that misses its aim, with the reason', () => {
    expect(render('0.40 ×')).toContain('Missed: at least 0.5 × of the bare route (get a|b: 0.40 ×). A read draws an image.')
  })

  test('names no miss when every figure that the aim applies to meets it', () => {
    expect(render('0.50 ×')).not.toContain('Missed')
  })

  test('keeps figures and date of a section that was not measured again, under its new text', () => {
    const earlier = render('0.40 ×').replace(/Measured .*/, 'Measured 2020-01-01 on a machine.')
    const written = renderDocument([{ ...section, intro: 'New words.' }], { measured: new Map(), earlier })
    expect(written).toBe(earlier.replace('How fast reads are.', 'New words.'))
  })

  test('keeps a comparison with another build behind its section, with the aims against that build', () => {
    const title = 'Against dee40013: Reading'
    const against = {
      ...section,
      aimsAgainst: { dee40013: [{ text: 'at least 4 ×', column: 'ratio', min: 4, reason: 'One statement is left.' }] },
    }
    const compared = {
      head: ['figure', 'ratio'],
      rows: [['get: per second', '2.00 ×']],
      circumstances: 'with a load average of 0.3 before',
    }
    const first = renderDocument([against], { measured: new Map([[title, compared]]), earlier: render('0.50 ×') })
    expect(first).toContain('Missed: at least 4 × (get: per second: 2.00 ×). One statement is left.')
    expect(first).toMatch(/^Measured .*, with a load average of 0.3 before\.$/m)
    expect(first.indexOf('## Reading')).toBeLessThan(first.indexOf(`## ${title}`))
    expect(renderDocument([against], { measured: new Map([['Reading', table('0.50 ×')]]), earlier: first })).toBe(first)
  })

  test('leaves out a section without figures', () => {
    expect(renderDocument([section], { measured: new Map(), earlier: '' })).not.toContain('## Reading')
  })
})
