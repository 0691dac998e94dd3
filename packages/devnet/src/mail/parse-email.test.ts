import { expect, test } from 'vitest'
import { parseEmail } from './parse-email.ts'

const wire = (...lines: readonly string[]): string => lines.join('\r\n')

test('an e-mail of one part is read with its folded and encoded headers', () => {
  const raw = wire(
    'Subject: =?UTF-8?Q?R=C3=BCckzahlung_von?=',
    ' =?UTF-8?B?IOKCrDEuMDAw?=',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'https://gateway.test/account#token=3Dabc=',
    'def',
    'Gr=C3=BC=C3=9Fe',
  )
  expect(parseEmail(raw)).toMatchObject({
    headers: { subject: 'Rückzahlung von €1.000' },
    text: 'https://gateway.test/account#token=abcdef\nGrüße',
    html: undefined,
  })
})

test('a file beside the alternatives of an e-mail is read with its name and its bytes', () => {
  const raw = wire(
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your invoice',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Your invoice</p>',
    '--inner--',
    '',
    '--outer',
    'Content-Type: application/pdf; name=INV-42.pdf',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=INV-42.pdf',
    '',
    Buffer.from([0x25, 0x50, 0xff, 0x00]).toString('base64'),
    '--outer--',
    '',
  )
  const { text, html, attachments } = parseEmail(raw)
  expect({ text, html }).toEqual({ text: 'Your invoice', html: '<p>Your invoice</p>' })
  expect(attachments).toEqual([{ name: 'INV-42.pdf', type: 'application/pdf', content: Buffer.from([0x25, 0x50, 0xff, 0x00]) }])
})

test('an e-mail of two alternatives is read as text and HTML', () => {
  const raw = wire(
    'Content-Type: multipart/alternative;',
    ' boundary="--_mark"',
    '',
    '----_mark',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('払い戻し\r\n').toString('base64'),
    '----_mark',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>払い戻し</p>',
    '----_mark--',
    '',
  )
  expect(parseEmail(raw)).toMatchObject({ text: '払い戻し\n', html: '<p>払い戻し</p>' })
})
