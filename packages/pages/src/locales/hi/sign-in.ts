import type { SignInTexts } from '../en/sign-in.ts'

/** Texts of the pages that sign a user in to an app of somebody else, and out of it. */
export const signIn: SignInTexts = {
  allowTitle: (app) => `${app} आपके खाते तक पहुँच माँगता है`,
  signedInAs: (email) => `${email} के रूप में साइन इन हैं।`,
  notYou: 'आप नहीं हैं?',
  openid: 'जानना कि आप कौन हैं',
  openidHelp: 'एक पहचान जो वही रहती है',
  profile: 'आपका नाम देखना',
  profileHelp: 'आपके खाते का नाम',
  email: 'आपका ई-मेल पता देखना',
  payments: 'भुगतान बनाना और पढ़ना',
  paymentsHelp: (names) => `आपके सभी व्यवसायों के लिए: ${names}। यह आपके वॉलेट, कुंजियाँ या सेटिंग नहीं बदल सकता।`,
  noBusinesses: 'अभी कोई नहीं',
  andMore: (names, count) => `${names} और ${count} अन्य`,
  allow: 'पहुँच दें',
  refuse: 'मना करें',
  returnTo: (host) => `आप ${host} पर लौटेंगे।`,
  takeBack: 'आप अपने खाते में कभी भी पहुँच वापस ले सकते हैं।',
  signOutTitle: 'साइन आउट करें?',
  signOutHelp: 'एक ऐप इस ब्राउज़र में आपका साइन-इन समाप्त करने को कहता है।',
  signOut: 'साइन आउट करें',
  stay: 'साइन इन रहें',
  signedOut: 'आप साइन आउट हो गए हैं',
  signedOutHelp: 'आप यह पृष्ठ बंद कर सकते हैं।',
  failed: 'यह साइन-इन लिंक मान्य नहीं है',
  failedHelp:
    'जिस ऐप ने आपको यहाँ भेजा, वह उस पते के लिए पंजीकृत नहीं है जहाँ वह आपको लौटाना चाहता है, या उसका अनुरोध गलत है। आपकी सुरक्षा के लिए हम आपको वहाँ नहीं भेजते।',
  failedAgain: 'ऐप पर वापस जाएँ और फिर से शुरू करें। यदि आप इसे चलाते हैं: वापसी का पता पंजीकृत पते से ठीक मेल खाना चाहिए।',
  ended: 'यह साइन-इन समाप्त हो गया है',
  endedHelp: 'इसमें बहुत समय लगा, या यह दूसरे टैब में जारी रहा। ऐप पर वापस जाएँ और फिर से शुरू करें।',
}
