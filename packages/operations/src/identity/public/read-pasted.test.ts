import { describe, expect, test } from 'vitest'
import { readPasted } from './read-pasted.ts'

const ID = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const JWT = 'eyJhbGciOiJFZERTQSIsInR5cCI6InZjK2p3dCJ9.eyJpc3MiOiJkaWQ6d2ViOnBheS5leGFtcGxlIn0.c2lnbmF0dXJl'

describe('what somebody pastes to be verified', () => {
  test.each([ID, ` ${ID}\n`, `https://pay.example/api/reputation/credential/${ID}`, `urn:uuid:${ID}`])(
    '%j is the id of a credential',
    (typed) => {
      expect(readPasted(typed)).toMatchObject({ credentialId: typed.trim(), credential: null })
    },
  )

  test.each([JWT, `\n${JWT} `, `data:application/vc+jwt,${JWT}`])('%j is a signed credential', (typed) => {
    expect(readPasted(typed)).toMatchObject({ credentialId: null, credential: { jwt: JWT } })
  })

  test('JSON is a credential with the members that it shows', () => {
    expect(readPasted(JSON.stringify({ id: ID, proof: { format: 'vc+jwt', jwt: JWT } }))).toMatchObject({
      credential: { jwt: JWT, members: { id: ID } },
    })
  })

  test.each(['', 'ada@kestrel.example', '{', '[]', 'eyJhbGciOi', 'a.b', '<img src=x>', 'did:key:z6MkhaXg'])('%j is neither', (typed) => {
    expect(readPasted(typed)).toBeUndefined()
  })
})
