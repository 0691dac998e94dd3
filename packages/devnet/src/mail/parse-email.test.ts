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
