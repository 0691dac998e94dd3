import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'انتقل إلى المحتوى',
  language: 'اللغة',
  change: 'تغيير',
  testMode: 'وضع الاختبار. لا ترسل أموالًا حقيقية: عناوين الاختبار لا تقبل إلا عملات اختبارية.',
  paymentBy: 'الدفع عبر',
  recoveryPhrase: 'لن يطلب منك أحد عبارة الاسترداد أبدًا.',
  copy: 'نسخ',
  copied: 'تم النسخ',
}
