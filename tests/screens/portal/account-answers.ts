import { type Answers, ago } from './answers.ts'

export const MERCHANT_ID = '0f6d3c1e-53b7-4c7e-9a53-6c1f6e0d8b21'
const DAY = 24 * 60

/** The account, its factors and its sessions. */
export const accountAnswers = {
  'accounts.portal.current': {
    status: 'signed_in',
    merchant: { id: MERCHANT_ID, email: 'mara@kestrel.example', name: 'Mara Lindqvist', email_verified: true, is_operator: false },
    second_factor: true,
    confirmed_until: ago(-4),
  },
  'accounts.portal.sessions': {
    sessions: [
      { id: 'a1', browser: 'Firefox on Linux', opened_in: 'portal', created_at: ago(95), expires_at: ago(-11 * 60), is_current: true },
      { id: 'a2', browser: 'Safari on iPhone', opened_in: 'portal', created_at: ago(3 * DAY), expires_at: ago(-60), is_current: false },
      { id: 'a3', browser: 'curl', opened_in: 'terminal', created_at: ago(9 * DAY), expires_at: ago(-6 * DAY), is_current: false },
    ],
    total: 3,
    limit: 50,
    offset: 0,
  },
  'accounts.factors.list': {
    passkeys: [
      { id: 'p1', name: 'Laptop', created_at: ago(120 * DAY), last_used_at: ago(95) },
      { id: 'p2', name: 'Security key in the safe', created_at: ago(119 * DAY), last_used_at: null },
    ],
    totp_since: ago(200 * DAY),
    recovery_codes_left: 8,
  },
  'accounts.factors.startTotp': {
    secret: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP'.replaceAll(' ', ''),
    uri: 'otpauth://totp/Gateway:mara%40kestrel.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Gateway',
  },
  'accounts.factors.newRecoveryCodes': {
    recovery_codes: [
      '4F7K-2M9Q',
      'X83H-PLW2',
      '9QRT-6B4N',
      'M2D8-VC71',
      'K5JX-3HTY',
      '7WQE-N8RA',
      'BD4U-G2SK',
      'Z91P-L6XM',
      'H3VF-YT58',
      'C6NR-J4KD',
    ],
  },
  'accounts.portal.signIn': {
    status: 'second_factor',
    ticket: 'sample',
    expires_at: ago(-5),
    factors: ['passkey', 'totp', 'recovery_code'],
  },
} as const satisfies Partial<Answers>
