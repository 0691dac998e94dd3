import type { ShellTexts } from '../en/shell.ts'

/** Texts of the frame around every public page. */
export const shell: ShellTexts = {
  skip: 'सीधे सामग्री पर जाएँ',
  language: 'भाषा',
  change: 'बदलें',
  testMode: 'परीक्षण मोड। असली पैसा न भेजें: परीक्षण पते केवल परीक्षण सिक्के लेते हैं।',
  paymentBy: 'भुगतान सेवा',
  recoveryPhrase: 'कोई भी आपसे कभी आपका रिकवरी फ़्रेज़ नहीं माँगेगा।',
  copy: 'कॉपी करें',
  copied: 'कॉपी हो गया',
}
