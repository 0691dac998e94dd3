/** An uploaded file, such as evidence of a dispute. */
export interface UploadedFile {
  readonly id: string
  readonly object: 'file'
  readonly created: number
  readonly expires_at: number | null
  readonly filename: string
  readonly links: { readonly object: 'list'; readonly data: readonly never[]; readonly has_more: false; readonly url: string }
  readonly purpose: string
  readonly size: number
  readonly title: string | null
  readonly type: string
  readonly url: string
}
