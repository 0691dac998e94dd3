/** Where a key that signs ID tokens stands: published in advance, signing, or published until its last token has expired. */
export type SigningKeyState = 'next' | 'current' | 'retired'
