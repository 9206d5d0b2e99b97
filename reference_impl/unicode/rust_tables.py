"""Made by `make_rust_tables` from tiktoken 0.14.0 and regex 2026.11.15: do not edit."""

CHANGED: tuple[tuple[int, int, str, str], ...] = (
    (0x295, 0x295, "Ll", "Lo"),
    (0x558, 0x558, "Cn", "Lm"),
    (0x58B, 0x58C, "Cn", "Lm"),
    (0x5C8, 0x5C9, "Cn", "Mn"),
    (0x88F, 0x88F, "Cn", "Lo"),
    (0xB53, 0xB54, "Cn", "Mn"),
    (0xC5C, 0xC5C, "Cn", "Lo"),
    (0xCDC, 0xCDC, "Cn", "Lo"),
    (0x1ACF, 0x1AF0, "Cn", "Mn"),
    (0x208F, 0x208F, "Cn", "Lm"),
    (0x209D, 0x209F, "Cn", "Lm"),
    (0x20C1, 0x20C4, "Cn", "Sc"),
    (0x2B96, 0x2B96, "Cn", "So"),
    (0x2E60, 0x2E61, "Cn", "Po"),
    (0x2E62, 0x2E62, "Cn", "Ps"),
    (0x2E63, 0x2E63, "Cn", "Pe"),
    (0xA7CE, 0xA7CE, "Cn", "Lu"),
    (0xA7CF, 0xA7CF, "Cn", "Ll"),
    (0xA7D2, 0xA7D2, "Cn", "Lu"),
    (0xA7D4, 0xA7D4, "Cn", "Lu"),
    (0xA7DD, 0xA7DD, "Cn", "Lu"),
    (0xA7E2, 0xA7E2, "Cn", "Lu"),
    (0xA7F1, 0xA7F1, "Cn", "Lm"),
    (0xAB6C, 0xAB6D, "Cn", "Lu"),
    (0xFBC3, 0xFBD2, "Cn", "So"),
    (0xFD90, 0xFD91, "Cn", "So"),
    (0xFDC8, 0xFDCE, "Cn", "So"),
    (0x107BB, 0x107BF, "Cn", "Lm"),
    (0x10940, 0x10959, "Cn", "Lo"),
    (0x10EC5, 0x10EC5, "Cn", "Lm"),
    (0x10EC6, 0x10EC7, "Cn", "Lo"),
    (0x10EC9, 0x10ECA, "Cn", "Sk"),
    (0x10ECB, 0x10ECF, "Cn", "Mn"),
    (0x10ED0, 0x10ED0, "Cn", "Po"),
    (0x10ED1, 0x10ED8, "Cn", "So"),
    (0x10ED9, 0x10EEE, "Cn", "Lo"),
    (0x10EF0, 0x10EFB, "Cn", "Mn"),
    (0x11B0A, 0x11B0A, "Cn", "Lo"),
    (0x11B60, 0x11B60, "Cn", "Mn"),
    (0x11B61, 0x11B61, "Cn", "Mc"),
    (0x11B62, 0x11B64, "Cn", "Mn"),
    (0x11B65, 0x11B65, "Cn", "Mc"),
    (0x11B66, 0x11B66, "Cn", "Mn"),
    (0x11B67, 0x11B67, "Cn", "Mc"),
    (0x11DB0, 0x11DD8, "Cn", "Lo"),
    (0x11DD9, 0x11DD9, "Cn", "Lm"),
    (0x11DDA, 0x11DDB, "Cn", "Lo"),
    (0x11DE0, 0x11DE9, "Cn", "Nd"),
    (0x11DF0, 0x11DF0, "Cn", "Mn"),
    (0x11DF1, 0x11DF1, "Cn", "Lo"),
    (0x1246F, 0x1246F, "Cn", "Nl"),
    (0x12475, 0x1247F, "Cn", "Nl"),
    (0x12550, 0x12686, "Cn", "Nl"),
    (0x16EA0, 0x16EB8, "Cn", "Lu"),
    (0x16EBB, 0x16ED3, "Cn", "Ll"),
    (0x16FF2, 0x16FF3, "Cn", "Lm"),
    (0x16FF4, 0x16FF6, "Cn", "Nl"),
    (0x187F8, 0x187FF, "Cn", "Lo"),
    (0x18CD6, 0x18CDA, "Cn", "Lo"),
    (0x18D09, 0x18D20, "Cn", "Lo"),
    (0x18D80, 0x18DF2, "Cn", "Lo"),
    (0x18E00, 0x19191, "Cn", "Lo"),
    (0x191A0, 0x191D2, "Cn", "Lo"),
    (0x1B123, 0x1B128, "Cn", "Lo"),
    (0x1B168, 0x1B168, "Cn", "Lo"),
    (0x1CCFA, 0x1CCFC, "Cn", "So"),
    (0x1CEBA, 0x1CED0, "Cn", "So"),
    (0x1CED2, 0x1CED4, "Cn", "So"),
    (0x1CEDD, 0x1CEDF, "Cn", "Sm"),
    (0x1CEE0, 0x1CEEF, "Cn", "So"),
    (0x1CEF0, 0x1CEFD, "Cn", "Sm"),
    (0x1D127, 0x1D128, "Cn", "Mn"),
    (0x1D1EB, 0x1D1FF, "Cn", "So"),
    (0x1D250, 0x1D252, "Cn", "Mc"),
    (0x1D253, 0x1D25A, "Cn", "So"),
    (0x1D25B, 0x1D25C, "Cn", "Mn"),
    (0x1D25D, 0x1D25E, "Cn", "So"),
    (0x1D25F, 0x1D25F, "Cn", "Mc"),
    (0x1D260, 0x1D27F, "Cn", "So"),
    (0x1D280, 0x1D281, "Cn", "Mc"),
    (0x1D6A6, 0x1D6A6, "Cn", "Ll"),
    (0x1DB00, 0x1DB1C, "Cn", "Sm"),
    (0x1DF1F, 0x1DF24, "Cn", "Ll"),
    (0x1DF2B, 0x1DF3F, "Cn", "Ll"),
    (0x1DF40, 0x1DF40, "Cn", "Lu"),
    (0x1DF41, 0x1DF47, "Cn", "Ll"),
    (0x1DF48, 0x1DF48, "Cn", "Lu"),
    (0x1DF49, 0x1DF49, "Cn", "Ll"),
    (0x1DF4A, 0x1DF4A, "Cn", "Lu"),
    (0x1DF4B, 0x1DF4C, "Cn", "Ll"),
    (0x1DF4D, 0x1DF4D, "Cn", "Lu"),
    (0x1DF4E, 0x1DF50, "Cn", "Ll"),
    (0x1DF51, 0x1DF51, "Cn", "Lu"),
    (0x1DF52, 0x1DF67, "Cn", "Ll"),
    (0x1DF68, 0x1DF68, "Cn", "Lu"),
    (0x1DF69, 0x1DF69, "Cn", "Ll"),
    (0x1DF6A, 0x1DF6A, "Cn", "Lu"),
    (0x1DF6B, 0x1DF6B, "Cn", "Ll"),
    (0x1DF6C, 0x1DF6C, "Cn", "Lu"),
    (0x1DF6D, 0x1DF6D, "Cn", "Ll"),
    (0x1DF6E, 0x1DF6E, "Cn", "Lu"),
    (0x1DF6F, 0x1DF71, "Cn", "Ll"),
    (0x1DF72, 0x1DF72, "Cn", "Lu"),
    (0x1DF73, 0x1DF73, "Cn", "Ll"),
    (0x1DF74, 0x1DF74, "Cn", "Lu"),
    (0x1DF75, 0x1DF75, "Cn", "Ll"),
    (0x1DF76, 0x1DF76, "Cn", "Lu"),
    (0x1DF77, 0x1DF77, "Cn", "Ll"),
    (0x1DF78, 0x1DF78, "Cn", "Lu"),
    (0x1DF79, 0x1DF79, "Cn", "Ll"),
    (0x1DF7A, 0x1DF7A, "Cn", "Lu"),
    (0x1DF7B, 0x1DF7B, "Cn", "Ll"),
    (0x1DF7C, 0x1DF7C, "Cn", "Lu"),
    (0x1DF7D, 0x1DF7D, "Cn", "Ll"),
    (0x1DF7E, 0x1DF7E, "Cn", "Lu"),
    (0x1DF7F, 0x1DF7F, "Cn", "Ll"),
    (0x1DF80, 0x1DF81, "Cn", "Lo"),
    (0x1DF90, 0x1DF96, "Cn", "Ll"),
    (0x1DFCD, 0x1DFFF, "Cn", "Lm"),
    (0x1E6C0, 0x1E6DE, "Cn", "Lo"),
    (0x1E6E0, 0x1E6E2, "Cn", "Lo"),
    (0x1E6E3, 0x1E6E3, "Cn", "Mn"),
    (0x1E6E4, 0x1E6E5, "Cn", "Lo"),
    (0x1E6E6, 0x1E6E6, "Cn", "Mn"),
    (0x1E6E7, 0x1E6ED, "Cn", "Lo"),
    (0x1E6EE, 0x1E6EF, "Cn", "Mn"),
    (0x1E6F0, 0x1E6F4, "Cn", "Lo"),
    (0x1E6F5, 0x1E6F5, "Cn", "Mn"),
    (0x1E6FE, 0x1E6FE, "Cn", "Lo"),
    (0x1E6FF, 0x1E6FF, "Cn", "Lm"),
    (0x1F1AE, 0x1F1AE, "Cn", "So"),
    (0x1F6D8, 0x1F6D9, "Cn", "So"),
    (0x1F777, 0x1F77A, "Cn", "So"),
    (0x1F7DA, 0x1F7DB, "Cn", "So"),
    (0x1F7F1, 0x1F7FF, "Cn", "So"),
    (0x1F8D0, 0x1F8D8, "Cn", "Sm"),
    (0x1FA54, 0x1FA57, "Cn", "So"),
    (0x1FA8A, 0x1FA8E, "Cn", "So"),
    (0x1FAC8, 0x1FAC8, "Cn", "So"),
    (0x1FACC, 0x1FACD, "Cn", "So"),
    (0x1FADD, 0x1FADD, "Cn", "So"),
    (0x1FAEA, 0x1FAEB, "Cn", "So"),
    (0x1FAEF, 0x1FAEF, "Cn", "So"),
    (0x1FAF9, 0x1FAFA, "Cn", "So"),
    (0x1FBFA, 0x1FBFA, "Cn", "So"),
    (0x2B73A, 0x2B73F, "Cn", "Lo"),
    (0x2B81E, 0x2B81E, "Cn", "Lo"),
    (0x2CEA2, 0x2CEAD, "Cn", "Lo"),
    (0x323B0, 0x33479, "Cn", "Lo"),
    (0x3D000, 0x3FC3F, "Cn", "Lo"),
)
"""(first, last, category in Rust, category in the `regex` package)."""

WORD_REMOVED: tuple[tuple[int, int], ...] = (
    (0x558, 0x558),
    (0x58B, 0x58C),
    (0x5C8, 0x5C9),
    (0x88F, 0x88F),
    (0xB53, 0xB54),
    (0xC5C, 0xC5C),
    (0xCDC, 0xCDC),
    (0x1ACF, 0x1AF0),
    (0x208F, 0x208F),
    (0x209D, 0x209F),
    (0xA7CE, 0xA7CF),
    (0xA7D2, 0xA7D2),
    (0xA7D4, 0xA7D4),
    (0xA7DD, 0xA7DD),
    (0xA7E2, 0xA7E2),
    (0xA7F1, 0xA7F1),
    (0xAB6C, 0xAB6D),
    (0x107BB, 0x107BF),
    (0x10940, 0x10959),
    (0x10EC5, 0x10EC7),
    (0x10ECB, 0x10ECF),
    (0x10ED9, 0x10EEE),
    (0x10EF0, 0x10EFB),
    (0x11B0A, 0x11B0A),
    (0x11B60, 0x11B67),
    (0x11DB0, 0x11DDB),
    (0x11DE0, 0x11DE9),
    (0x11DF0, 0x11DF1),
    (0x1246F, 0x1246F),
    (0x12475, 0x1247F),
    (0x12550, 0x12686),
    (0x16EA0, 0x16EB8),
    (0x16EBB, 0x16ED3),
    (0x16FF2, 0x16FF6),
    (0x187F8, 0x187FF),
    (0x18CD6, 0x18CDA),
    (0x18D09, 0x18D20),
    (0x18D80, 0x18DF2),
    (0x18E00, 0x19191),
    (0x191A0, 0x191D2),
    (0x1B123, 0x1B128),
    (0x1B168, 0x1B168),
    (0x1D127, 0x1D128),
    (0x1D250, 0x1D252),
    (0x1D25B, 0x1D25C),
    (0x1D25F, 0x1D25F),
    (0x1D280, 0x1D281),
    (0x1D6A6, 0x1D6A6),
    (0x1DF1F, 0x1DF24),
    (0x1DF2B, 0x1DF81),
    (0x1DF90, 0x1DF96),
    (0x1DFCD, 0x1DFFF),
    (0x1E6C0, 0x1E6DE),
    (0x1E6E0, 0x1E6F5),
    (0x1E6FE, 0x1E6FF),
    (0x2B73A, 0x2B73F),
    (0x2B81E, 0x2B81E),
    (0x2CEA2, 0x2CEAD),
    (0x323B0, 0x33479),
    (0x3D000, 0x3FC3F),
)
"""Runs (first, last) that `\\w` of the `regex` package has and that of Rust has not."""

FOLD_ORBITS = (
    "Aa Bb Cc Dd Ee Ff Gg Hh Ii Jj Kk\u212a Ll Mm Nn Oo Pp Qq Rr Ss\u017f Tt "
    "Uu Vv Ww Xx Yy Zz \xb5\u039c\u03bc \xc0\xe0 \xc1\xe1 \xc2\xe2 \xc3\xe3 "
    "\xc4\xe4 \xc5\xe5\u212b \xc6\xe6 \xc7\xe7 \xc8\xe8 \xc9\xe9 \xca\xea \xcb\xeb "
    "\xcc\xec \xcd\xed \xce\xee \xcf\xef \xd0\xf0 \xd1\xf1 \xd2\xf2 \xd3\xf3 "
    "\xd4\xf4 \xd5\xf5 \xd6\xf6 \xd8\xf8 \xd9\xf9 \xda\xfa \xdb\xfb \xdc\xfc "
    "\xdd\xfd \xde\xfe \xdf\u1e9e \xff\u0178 \u0100\u0101 \u0102\u0103 \u0104\u0105 "
    "\u0106\u0107 \u0108\u0109 \u010a\u010b \u010c\u010d \u010e\u010f \u0110\u0111 "
    "\u0112\u0113 \u0114\u0115 \u0116\u0117 \u0118\u0119 \u011a\u011b \u011c\u011d "
    "\u011e\u011f \u0120\u0121 \u0122\u0123 \u0124\u0125 \u0126\u0127 \u0128\u0129 "
    "\u012a\u012b \u012c\u012d \u012e\u012f \u0132\u0133 \u0134\u0135 \u0136\u0137 "
    "\u0139\u013a \u013b\u013c \u013d\u013e \u013f\u0140 \u0141\u0142 \u0143\u0144 "
    "\u0145\u0146 \u0147\u0148 \u014a\u014b \u014c\u014d \u014e\u014f \u0150\u0151 "
    "\u0152\u0153 \u0154\u0155 \u0156\u0157 \u0158\u0159 \u015a\u015b \u015c\u015d "
    "\u015e\u015f \u0160\u0161 \u0162\u0163 \u0164\u0165 \u0166\u0167 \u0168\u0169 "
    "\u016a\u016b \u016c\u016d \u016e\u016f \u0170\u0171 \u0172\u0173 \u0174\u0175 "
    "\u0176\u0177 \u0179\u017a \u017b\u017c \u017d\u017e \u0180\u0243 \u0181\u0253 "
    "\u0182\u0183 \u0184\u0185 \u0186\u0254 \u0187\u0188 \u0189\u0256 \u018a\u0257 "
    "\u018b\u018c \u018e\u01dd \u018f\u0259 \u0190\u025b \u0191\u0192 \u0193\u0260 "
    "\u0194\u0263 \u0195\u01f6 \u0196\u0269 \u0197\u0268 \u0198\u0199 \u019a\u023d "
    "\u019b\ua7dc \u019c\u026f \u019d\u0272 \u019e\u0220 \u019f\u0275 \u01a0\u01a1 "
    "\u01a2\u01a3 \u01a4\u01a5 \u01a6\u0280 \u01a7\u01a8 \u01a9\u0283 \u01ac\u01ad "
    "\u01ae\u0288 \u01af\u01b0 \u01b1\u028a \u01b2\u028b \u01b3\u01b4 \u01b5\u01b6 "
    "\u01b7\u0292 \u01b8\u01b9 \u01bc\u01bd \u01bf\u01f7 \u01c4\u01c5\u01c6 "
    "\u01c7\u01c8\u01c9 \u01ca\u01cb\u01cc \u01cd\u01ce \u01cf\u01d0 \u01d1\u01d2 "
    "\u01d3\u01d4 \u01d5\u01d6 \u01d7\u01d8 \u01d9\u01da \u01db\u01dc \u01de\u01df "
    "\u01e0\u01e1 \u01e2\u01e3 \u01e4\u01e5 \u01e6\u01e7 \u01e8\u01e9 \u01ea\u01eb "
    "\u01ec\u01ed \u01ee\u01ef \u01f1\u01f2\u01f3 \u01f4\u01f5 \u01f8\u01f9 "
    "\u01fa\u01fb \u01fc\u01fd \u01fe\u01ff \u0200\u0201 \u0202\u0203 \u0204\u0205 "
    "\u0206\u0207 \u0208\u0209 \u020a\u020b \u020c\u020d \u020e\u020f \u0210\u0211 "
    "\u0212\u0213 \u0214\u0215 \u0216\u0217 \u0218\u0219 \u021a\u021b \u021c\u021d "
    "\u021e\u021f \u0222\u0223 \u0224\u0225 \u0226\u0227 \u0228\u0229 \u022a\u022b "
    "\u022c\u022d \u022e\u022f \u0230\u0231 \u0232\u0233 \u023a\u2c65 \u023b\u023c "
    "\u023e\u2c66 \u023f\u2c7e \u0240\u2c7f \u0241\u0242 \u0244\u0289 \u0245\u028c "
    "\u0246\u0247 \u0248\u0249 \u024a\u024b \u024c\u024d \u024e\u024f \u0250\u2c6f "
    "\u0251\u2c6d \u0252\u2c70 \u025c\ua7ab \u0261\ua7ac \u0264\ua7cb \u0265\ua78d "
    "\u0266\ua7aa \u026a\ua7ae \u026b\u2c62 \u026c\ua7ad \u0271\u2c6e \u027d\u2c64 "
    "\u0282\ua7c5 \u0287\ua7b1 \u029d\ua7b2 \u029e\ua7b0 \u0345\u0399\u03b9\u1fbe "
    "\u0370\u0371 \u0372\u0373 \u0376\u0377 \u037b\u03fd \u037c\u03fe \u037d\u03ff "
    "\u037f\u03f3 \u0386\u03ac \u0388\u03ad \u0389\u03ae \u038a\u03af \u038c\u03cc "
    "\u038e\u03cd \u038f\u03ce \u0390\u1fd3 \u0391\u03b1 \u0392\u03b2\u03d0 "
    "\u0393\u03b3 \u0394\u03b4 \u0395\u03b5\u03f5 \u0396\u03b6 \u0397\u03b7 "
    "\u0398\u03b8\u03d1\u03f4 \u039a\u03ba\u03f0 \u039b\u03bb \u039d\u03bd \u039e\u03be "
    "\u039f\u03bf \u03a0\u03c0\u03d6 \u03a1\u03c1\u03f1 \u03a3\u03c2\u03c3 \u03a4\u03c4 "
    "\u03a5\u03c5 \u03a6\u03c6\u03d5 \u03a7\u03c7 \u03a8\u03c8 \u03a9\u03c9\u2126 "
    "\u03aa\u03ca \u03ab\u03cb \u03b0\u1fe3 \u03cf\u03d7 \u03d8\u03d9 \u03da\u03db "
    "\u03dc\u03dd \u03de\u03df \u03e0\u03e1 \u03e2\u03e3 \u03e4\u03e5 \u03e6\u03e7 "
    "\u03e8\u03e9 \u03ea\u03eb \u03ec\u03ed \u03ee\u03ef \u03f2\u03f9 \u03f7\u03f8 "
    "\u03fa\u03fb \u0400\u0450 \u0401\u0451 \u0402\u0452 \u0403\u0453 \u0404\u0454 "
    "\u0405\u0455 \u0406\u0456 \u0407\u0457 \u0408\u0458 \u0409\u0459 \u040a\u045a "
    "\u040b\u045b \u040c\u045c \u040d\u045d \u040e\u045e \u040f\u045f \u0410\u0430 "
    "\u0411\u0431 \u0412\u0432\u1c80 \u0413\u0433 \u0414\u0434\u1c81 \u0415\u0435 "
    "\u0416\u0436 \u0417\u0437 \u0418\u0438 \u0419\u0439 \u041a\u043a \u041b\u043b "
    "\u041c\u043c \u041d\u043d \u041e\u043e\u1c82 \u041f\u043f \u0420\u0440 "
    "\u0421\u0441\u1c83 \u0422\u0442\u1c84\u1c85 \u0423\u0443 \u0424\u0444 \u0425\u0445 "
    "\u0426\u0446 \u0427\u0447 \u0428\u0448 \u0429\u0449 \u042a\u044a\u1c86 "
    "\u042b\u044b \u042c\u044c \u042d\u044d \u042e\u044e \u042f\u044f \u0460\u0461 "
    "\u0462\u0463\u1c87 \u0464\u0465 \u0466\u0467 \u0468\u0469 \u046a\u046b "
    "\u046c\u046d \u046e\u046f \u0470\u0471 \u0472\u0473 \u0474\u0475 \u0476\u0477 "
    "\u0478\u0479 \u047a\u047b \u047c\u047d \u047e\u047f \u0480\u0481 \u048a\u048b "
    "\u048c\u048d \u048e\u048f \u0490\u0491 \u0492\u0493 \u0494\u0495 \u0496\u0497 "
    "\u0498\u0499 \u049a\u049b \u049c\u049d \u049e\u049f \u04a0\u04a1 \u04a2\u04a3 "
    "\u04a4\u04a5 \u04a6\u04a7 \u04a8\u04a9 \u04aa\u04ab \u04ac\u04ad \u04ae\u04af "
    "\u04b0\u04b1 \u04b2\u04b3 \u04b4\u04b5 \u04b6\u04b7 \u04b8\u04b9 \u04ba\u04bb "
    "\u04bc\u04bd \u04be\u04bf \u04c0\u04cf \u04c1\u04c2 \u04c3\u04c4 \u04c5\u04c6 "
    "\u04c7\u04c8 \u04c9\u04ca \u04cb\u04cc \u04cd\u04ce \u04d0\u04d1 \u04d2\u04d3 "
    "\u04d4\u04d5 \u04d6\u04d7 \u04d8\u04d9 \u04da\u04db \u04dc\u04dd \u04de\u04df "
    "\u04e0\u04e1 \u04e2\u04e3 \u04e4\u04e5 \u04e6\u04e7 \u04e8\u04e9 \u04ea\u04eb "
    "\u04ec\u04ed \u04ee\u04ef \u04f0\u04f1 \u04f2\u04f3 \u04f4\u04f5 \u04f6\u04f7 "
    "\u04f8\u04f9 \u04fa\u04fb \u04fc\u04fd \u04fe\u04ff \u0500\u0501 \u0502\u0503 "
    "\u0504\u0505 \u0506\u0507 \u0508\u0509 \u050a\u050b \u050c\u050d \u050e\u050f "
    "\u0510\u0511 \u0512\u0513 \u0514\u0515 \u0516\u0517 \u0518\u0519 \u051a\u051b "
    "\u051c\u051d \u051e\u051f \u0520\u0521 \u0522\u0523 \u0524\u0525 \u0526\u0527 "
    "\u0528\u0529 \u052a\u052b \u052c\u052d \u052e\u052f \u0531\u0561 \u0532\u0562 "
    "\u0533\u0563 \u0534\u0564 \u0535\u0565 \u0536\u0566 \u0537\u0567 \u0538\u0568 "
    "\u0539\u0569 \u053a\u056a \u053b\u056b \u053c\u056c \u053d\u056d \u053e\u056e "
    "\u053f\u056f \u0540\u0570 \u0541\u0571 \u0542\u0572 \u0543\u0573 \u0544\u0574 "
    "\u0545\u0575 \u0546\u0576 \u0547\u0577 \u0548\u0578 \u0549\u0579 \u054a\u057a "
    "\u054b\u057b \u054c\u057c \u054d\u057d \u054e\u057e \u054f\u057f \u0550\u0580 "
    "\u0551\u0581 \u0552\u0582 \u0553\u0583 \u0554\u0584 \u0555\u0585 \u0556\u0586 "
    "\u10a0\u2d00 \u10a1\u2d01 \u10a2\u2d02 \u10a3\u2d03 \u10a4\u2d04 \u10a5\u2d05 "
    "\u10a6\u2d06 \u10a7\u2d07 \u10a8\u2d08 \u10a9\u2d09 \u10aa\u2d0a \u10ab\u2d0b "
    "\u10ac\u2d0c \u10ad\u2d0d \u10ae\u2d0e \u10af\u2d0f \u10b0\u2d10 \u10b1\u2d11 "
    "\u10b2\u2d12 \u10b3\u2d13 \u10b4\u2d14 \u10b5\u2d15 \u10b6\u2d16 \u10b7\u2d17 "
    "\u10b8\u2d18 \u10b9\u2d19 \u10ba\u2d1a \u10bb\u2d1b \u10bc\u2d1c \u10bd\u2d1d "
    "\u10be\u2d1e \u10bf\u2d1f \u10c0\u2d20 \u10c1\u2d21 \u10c2\u2d22 \u10c3\u2d23 "
    "\u10c4\u2d24 \u10c5\u2d25 \u10c7\u2d27 \u10cd\u2d2d \u10d0\u1c90 \u10d1\u1c91 "
    "\u10d2\u1c92 \u10d3\u1c93 \u10d4\u1c94 \u10d5\u1c95 \u10d6\u1c96 \u10d7\u1c97 "
    "\u10d8\u1c98 \u10d9\u1c99 \u10da\u1c9a \u10db\u1c9b \u10dc\u1c9c \u10dd\u1c9d "
    "\u10de\u1c9e \u10df\u1c9f \u10e0\u1ca0 \u10e1\u1ca1 \u10e2\u1ca2 \u10e3\u1ca3 "
    "\u10e4\u1ca4 \u10e5\u1ca5 \u10e6\u1ca6 \u10e7\u1ca7 \u10e8\u1ca8 \u10e9\u1ca9 "
    "\u10ea\u1caa \u10eb\u1cab \u10ec\u1cac \u10ed\u1cad \u10ee\u1cae \u10ef\u1caf "
    "\u10f0\u1cb0 \u10f1\u1cb1 \u10f2\u1cb2 \u10f3\u1cb3 \u10f4\u1cb4 \u10f5\u1cb5 "
    "\u10f6\u1cb6 \u10f7\u1cb7 \u10f8\u1cb8 \u10f9\u1cb9 \u10fa\u1cba \u10fd\u1cbd "
    "\u10fe\u1cbe \u10ff\u1cbf \u13a0\uab70 \u13a1\uab71 \u13a2\uab72 \u13a3\uab73 "
    "\u13a4\uab74 \u13a5\uab75 \u13a6\uab76 \u13a7\uab77 \u13a8\uab78 \u13a9\uab79 "
    "\u13aa\uab7a \u13ab\uab7b \u13ac\uab7c \u13ad\uab7d \u13ae\uab7e \u13af\uab7f "
    "\u13b0\uab80 \u13b1\uab81 \u13b2\uab82 \u13b3\uab83 \u13b4\uab84 \u13b5\uab85 "
    "\u13b6\uab86 \u13b7\uab87 \u13b8\uab88 \u13b9\uab89 \u13ba\uab8a \u13bb\uab8b "
    "\u13bc\uab8c \u13bd\uab8d \u13be\uab8e \u13bf\uab8f \u13c0\uab90 \u13c1\uab91 "
    "\u13c2\uab92 \u13c3\uab93 \u13c4\uab94 \u13c5\uab95 \u13c6\uab96 \u13c7\uab97 "
    "\u13c8\uab98 \u13c9\uab99 \u13ca\uab9a \u13cb\uab9b \u13cc\uab9c \u13cd\uab9d "
    "\u13ce\uab9e \u13cf\uab9f \u13d0\uaba0 \u13d1\uaba1 \u13d2\uaba2 \u13d3\uaba3 "
    "\u13d4\uaba4 \u13d5\uaba5 \u13d6\uaba6 \u13d7\uaba7 \u13d8\uaba8 \u13d9\uaba9 "
    "\u13da\uabaa \u13db\uabab \u13dc\uabac \u13dd\uabad \u13de\uabae \u13df\uabaf "
    "\u13e0\uabb0 \u13e1\uabb1 \u13e2\uabb2 \u13e3\uabb3 \u13e4\uabb4 \u13e5\uabb5 "
    "\u13e6\uabb6 \u13e7\uabb7 \u13e8\uabb8 \u13e9\uabb9 \u13ea\uabba \u13eb\uabbb "
    "\u13ec\uabbc \u13ed\uabbd \u13ee\uabbe \u13ef\uabbf \u13f0\u13f8 \u13f1\u13f9 "
    "\u13f2\u13fa \u13f3\u13fb \u13f4\u13fc \u13f5\u13fd \u1c88\ua64a\ua64b "
    "\u1c89\u1c8a \u1d79\ua77d \u1d7d\u2c63 \u1d8e\ua7c6 \u1e00\u1e01 \u1e02\u1e03 "
    "\u1e04\u1e05 \u1e06\u1e07 \u1e08\u1e09 \u1e0a\u1e0b \u1e0c\u1e0d \u1e0e\u1e0f "
    "\u1e10\u1e11 \u1e12\u1e13 \u1e14\u1e15 \u1e16\u1e17 \u1e18\u1e19 \u1e1a\u1e1b "
    "\u1e1c\u1e1d \u1e1e\u1e1f \u1e20\u1e21 \u1e22\u1e23 \u1e24\u1e25 \u1e26\u1e27 "
    "\u1e28\u1e29 \u1e2a\u1e2b \u1e2c\u1e2d \u1e2e\u1e2f \u1e30\u1e31 \u1e32\u1e33 "
    "\u1e34\u1e35 \u1e36\u1e37 \u1e38\u1e39 \u1e3a\u1e3b \u1e3c\u1e3d \u1e3e\u1e3f "
    "\u1e40\u1e41 \u1e42\u1e43 \u1e44\u1e45 \u1e46\u1e47 \u1e48\u1e49 \u1e4a\u1e4b "
    "\u1e4c\u1e4d \u1e4e\u1e4f \u1e50\u1e51 \u1e52\u1e53 \u1e54\u1e55 \u1e56\u1e57 "
    "\u1e58\u1e59 \u1e5a\u1e5b \u1e5c\u1e5d \u1e5e\u1e5f \u1e60\u1e61\u1e9b "
    "\u1e62\u1e63 \u1e64\u1e65 \u1e66\u1e67 \u1e68\u1e69 \u1e6a\u1e6b \u1e6c\u1e6d "
    "\u1e6e\u1e6f \u1e70\u1e71 \u1e72\u1e73 \u1e74\u1e75 \u1e76\u1e77 \u1e78\u1e79 "
    "\u1e7a\u1e7b \u1e7c\u1e7d \u1e7e\u1e7f \u1e80\u1e81 \u1e82\u1e83 \u1e84\u1e85 "
    "\u1e86\u1e87 \u1e88\u1e89 \u1e8a\u1e8b \u1e8c\u1e8d \u1e8e\u1e8f \u1e90\u1e91 "
    "\u1e92\u1e93 \u1e94\u1e95 \u1ea0\u1ea1 \u1ea2\u1ea3 \u1ea4\u1ea5 \u1ea6\u1ea7 "
    "\u1ea8\u1ea9 \u1eaa\u1eab \u1eac\u1ead \u1eae\u1eaf \u1eb0\u1eb1 \u1eb2\u1eb3 "
    "\u1eb4\u1eb5 \u1eb6\u1eb7 \u1eb8\u1eb9 \u1eba\u1ebb \u1ebc\u1ebd \u1ebe\u1ebf "
    "\u1ec0\u1ec1 \u1ec2\u1ec3 \u1ec4\u1ec5 \u1ec6\u1ec7 \u1ec8\u1ec9 \u1eca\u1ecb "
    "\u1ecc\u1ecd \u1ece\u1ecf \u1ed0\u1ed1 \u1ed2\u1ed3 \u1ed4\u1ed5 \u1ed6\u1ed7 "
    "\u1ed8\u1ed9 \u1eda\u1edb \u1edc\u1edd \u1ede\u1edf \u1ee0\u1ee1 \u1ee2\u1ee3 "
    "\u1ee4\u1ee5 \u1ee6\u1ee7 \u1ee8\u1ee9 \u1eea\u1eeb \u1eec\u1eed \u1eee\u1eef "
    "\u1ef0\u1ef1 \u1ef2\u1ef3 \u1ef4\u1ef5 \u1ef6\u1ef7 \u1ef8\u1ef9 \u1efa\u1efb "
    "\u1efc\u1efd \u1efe\u1eff \u1f00\u1f08 \u1f01\u1f09 \u1f02\u1f0a \u1f03\u1f0b "
    "\u1f04\u1f0c \u1f05\u1f0d \u1f06\u1f0e \u1f07\u1f0f \u1f10\u1f18 \u1f11\u1f19 "
    "\u1f12\u1f1a \u1f13\u1f1b \u1f14\u1f1c \u1f15\u1f1d \u1f20\u1f28 \u1f21\u1f29 "
    "\u1f22\u1f2a \u1f23\u1f2b \u1f24\u1f2c \u1f25\u1f2d \u1f26\u1f2e \u1f27\u1f2f "
    "\u1f30\u1f38 \u1f31\u1f39 \u1f32\u1f3a \u1f33\u1f3b \u1f34\u1f3c \u1f35\u1f3d "
    "\u1f36\u1f3e \u1f37\u1f3f \u1f40\u1f48 \u1f41\u1f49 \u1f42\u1f4a \u1f43\u1f4b "
    "\u1f44\u1f4c \u1f45\u1f4d \u1f51\u1f59 \u1f53\u1f5b \u1f55\u1f5d \u1f57\u1f5f "
    "\u1f60\u1f68 \u1f61\u1f69 \u1f62\u1f6a \u1f63\u1f6b \u1f64\u1f6c \u1f65\u1f6d "
    "\u1f66\u1f6e \u1f67\u1f6f \u1f70\u1fba \u1f71\u1fbb \u1f72\u1fc8 \u1f73\u1fc9 "
    "\u1f74\u1fca \u1f75\u1fcb \u1f76\u1fda \u1f77\u1fdb \u1f78\u1ff8 \u1f79\u1ff9 "
    "\u1f7a\u1fea \u1f7b\u1feb \u1f7c\u1ffa \u1f7d\u1ffb \u1f80\u1f88 \u1f81\u1f89 "
    "\u1f82\u1f8a \u1f83\u1f8b \u1f84\u1f8c \u1f85\u1f8d \u1f86\u1f8e \u1f87\u1f8f "
    "\u1f90\u1f98 \u1f91\u1f99 \u1f92\u1f9a \u1f93\u1f9b \u1f94\u1f9c \u1f95\u1f9d "
    "\u1f96\u1f9e \u1f97\u1f9f \u1fa0\u1fa8 \u1fa1\u1fa9 \u1fa2\u1faa \u1fa3\u1fab "
    "\u1fa4\u1fac \u1fa5\u1fad \u1fa6\u1fae \u1fa7\u1faf \u1fb0\u1fb8 \u1fb1\u1fb9 "
    "\u1fb3\u1fbc \u1fc3\u1fcc \u1fd0\u1fd8 \u1fd1\u1fd9 \u1fe0\u1fe8 \u1fe1\u1fe9 "
    "\u1fe5\u1fec \u1ff3\u1ffc \u2132\u214e \u2160\u2170 \u2161\u2171 \u2162\u2172 "
    "\u2163\u2173 \u2164\u2174 \u2165\u2175 \u2166\u2176 \u2167\u2177 \u2168\u2178 "
    "\u2169\u2179 \u216a\u217a \u216b\u217b \u216c\u217c \u216d\u217d \u216e\u217e "
    "\u216f\u217f \u2183\u2184 \u24b6\u24d0 \u24b7\u24d1 \u24b8\u24d2 \u24b9\u24d3 "
    "\u24ba\u24d4 \u24bb\u24d5 \u24bc\u24d6 \u24bd\u24d7 \u24be\u24d8 \u24bf\u24d9 "
    "\u24c0\u24da \u24c1\u24db \u24c2\u24dc \u24c3\u24dd \u24c4\u24de \u24c5\u24df "
    "\u24c6\u24e0 \u24c7\u24e1 \u24c8\u24e2 \u24c9\u24e3 \u24ca\u24e4 \u24cb\u24e5 "
    "\u24cc\u24e6 \u24cd\u24e7 \u24ce\u24e8 \u24cf\u24e9 \u2c00\u2c30 \u2c01\u2c31 "
    "\u2c02\u2c32 \u2c03\u2c33 \u2c04\u2c34 \u2c05\u2c35 \u2c06\u2c36 \u2c07\u2c37 "
    "\u2c08\u2c38 \u2c09\u2c39 \u2c0a\u2c3a \u2c0b\u2c3b \u2c0c\u2c3c \u2c0d\u2c3d "
    "\u2c0e\u2c3e \u2c0f\u2c3f \u2c10\u2c40 \u2c11\u2c41 \u2c12\u2c42 \u2c13\u2c43 "
    "\u2c14\u2c44 \u2c15\u2c45 \u2c16\u2c46 \u2c17\u2c47 \u2c18\u2c48 \u2c19\u2c49 "
    "\u2c1a\u2c4a \u2c1b\u2c4b \u2c1c\u2c4c \u2c1d\u2c4d \u2c1e\u2c4e \u2c1f\u2c4f "
    "\u2c20\u2c50 \u2c21\u2c51 \u2c22\u2c52 \u2c23\u2c53 \u2c24\u2c54 \u2c25\u2c55 "
    "\u2c26\u2c56 \u2c27\u2c57 \u2c28\u2c58 \u2c29\u2c59 \u2c2a\u2c5a \u2c2b\u2c5b "
    "\u2c2c\u2c5c \u2c2d\u2c5d \u2c2e\u2c5e \u2c2f\u2c5f \u2c60\u2c61 \u2c67\u2c68 "
    "\u2c69\u2c6a \u2c6b\u2c6c \u2c72\u2c73 \u2c75\u2c76 \u2c80\u2c81 \u2c82\u2c83 "
    "\u2c84\u2c85 \u2c86\u2c87 \u2c88\u2c89 \u2c8a\u2c8b \u2c8c\u2c8d \u2c8e\u2c8f "
    "\u2c90\u2c91 \u2c92\u2c93 \u2c94\u2c95 \u2c96\u2c97 \u2c98\u2c99 \u2c9a\u2c9b "
    "\u2c9c\u2c9d \u2c9e\u2c9f \u2ca0\u2ca1 \u2ca2\u2ca3 \u2ca4\u2ca5 \u2ca6\u2ca7 "
    "\u2ca8\u2ca9 \u2caa\u2cab \u2cac\u2cad \u2cae\u2caf \u2cb0\u2cb1 \u2cb2\u2cb3 "
    "\u2cb4\u2cb5 \u2cb6\u2cb7 \u2cb8\u2cb9 \u2cba\u2cbb \u2cbc\u2cbd \u2cbe\u2cbf "
    "\u2cc0\u2cc1 \u2cc2\u2cc3 \u2cc4\u2cc5 \u2cc6\u2cc7 \u2cc8\u2cc9 \u2cca\u2ccb "
    "\u2ccc\u2ccd \u2cce\u2ccf \u2cd0\u2cd1 \u2cd2\u2cd3 \u2cd4\u2cd5 \u2cd6\u2cd7 "
    "\u2cd8\u2cd9 \u2cda\u2cdb \u2cdc\u2cdd \u2cde\u2cdf \u2ce0\u2ce1 \u2ce2\u2ce3 "
    "\u2ceb\u2cec \u2ced\u2cee \u2cf2\u2cf3 \ua640\ua641 \ua642\ua643 \ua644\ua645 "
    "\ua646\ua647 \ua648\ua649 \ua64c\ua64d \ua64e\ua64f \ua650\ua651 \ua652\ua653 "
    "\ua654\ua655 \ua656\ua657 \ua658\ua659 \ua65a\ua65b \ua65c\ua65d \ua65e\ua65f "
    "\ua660\ua661 \ua662\ua663 \ua664\ua665 \ua666\ua667 \ua668\ua669 \ua66a\ua66b "
    "\ua66c\ua66d \ua680\ua681 \ua682\ua683 \ua684\ua685 \ua686\ua687 \ua688\ua689 "
    "\ua68a\ua68b \ua68c\ua68d \ua68e\ua68f \ua690\ua691 \ua692\ua693 \ua694\ua695 "
    "\ua696\ua697 \ua698\ua699 \ua69a\ua69b \ua722\ua723 \ua724\ua725 \ua726\ua727 "
    "\ua728\ua729 \ua72a\ua72b \ua72c\ua72d \ua72e\ua72f \ua732\ua733 \ua734\ua735 "
    "\ua736\ua737 \ua738\ua739 \ua73a\ua73b \ua73c\ua73d \ua73e\ua73f \ua740\ua741 "
    "\ua742\ua743 \ua744\ua745 \ua746\ua747 \ua748\ua749 \ua74a\ua74b \ua74c\ua74d "
    "\ua74e\ua74f \ua750\ua751 \ua752\ua753 \ua754\ua755 \ua756\ua757 \ua758\ua759 "
    "\ua75a\ua75b \ua75c\ua75d \ua75e\ua75f \ua760\ua761 \ua762\ua763 \ua764\ua765 "
    "\ua766\ua767 \ua768\ua769 \ua76a\ua76b \ua76c\ua76d \ua76e\ua76f \ua779\ua77a "
    "\ua77b\ua77c \ua77e\ua77f \ua780\ua781 \ua782\ua783 \ua784\ua785 \ua786\ua787 "
    "\ua78b\ua78c \ua790\ua791 \ua792\ua793 \ua794\ua7c4 \ua796\ua797 \ua798\ua799 "
    "\ua79a\ua79b \ua79c\ua79d \ua79e\ua79f \ua7a0\ua7a1 \ua7a2\ua7a3 \ua7a4\ua7a5 "
    "\ua7a6\ua7a7 \ua7a8\ua7a9 \ua7b3\uab53 \ua7b4\ua7b5 \ua7b6\ua7b7 \ua7b8\ua7b9 "
    "\ua7ba\ua7bb \ua7bc\ua7bd \ua7be\ua7bf \ua7c0\ua7c1 \ua7c2\ua7c3 \ua7c7\ua7c8 "
    "\ua7c9\ua7ca \ua7cc\ua7cd \ua7d0\ua7d1 \ua7d6\ua7d7 \ua7d8\ua7d9 \ua7da\ua7db "
    "\ua7f5\ua7f6 \ufb05\ufb06 \uff21\uff41 \uff22\uff42 \uff23\uff43 \uff24\uff44 "
    "\uff25\uff45 \uff26\uff46 \uff27\uff47 \uff28\uff48 \uff29\uff49 \uff2a\uff4a "
    "\uff2b\uff4b \uff2c\uff4c \uff2d\uff4d \uff2e\uff4e \uff2f\uff4f \uff30\uff50 "
    "\uff31\uff51 \uff32\uff52 \uff33\uff53 \uff34\uff54 \uff35\uff55 \uff36\uff56 "
    "\uff37\uff57 \uff38\uff58 \uff39\uff59 \uff3a\uff5a \U00010400\U00010428 "
    "\U00010401\U00010429 \U00010402\U0001042a \U00010403\U0001042b \U00010404\U0001042c "
    "\U00010405\U0001042d \U00010406\U0001042e \U00010407\U0001042f \U00010408\U00010430 "
    "\U00010409\U00010431 \U0001040a\U00010432 \U0001040b\U00010433 \U0001040c\U00010434 "
    "\U0001040d\U00010435 \U0001040e\U00010436 \U0001040f\U00010437 \U00010410\U00010438 "
    "\U00010411\U00010439 \U00010412\U0001043a \U00010413\U0001043b \U00010414\U0001043c "
    "\U00010415\U0001043d \U00010416\U0001043e \U00010417\U0001043f \U00010418\U00010440 "
    "\U00010419\U00010441 \U0001041a\U00010442 \U0001041b\U00010443 \U0001041c\U00010444 "
    "\U0001041d\U00010445 \U0001041e\U00010446 \U0001041f\U00010447 \U00010420\U00010448 "
    "\U00010421\U00010449 \U00010422\U0001044a \U00010423\U0001044b \U00010424\U0001044c "
    "\U00010425\U0001044d \U00010426\U0001044e \U00010427\U0001044f \U000104b0\U000104d8 "
    "\U000104b1\U000104d9 \U000104b2\U000104da \U000104b3\U000104db \U000104b4\U000104dc "
    "\U000104b5\U000104dd \U000104b6\U000104de \U000104b7\U000104df \U000104b8\U000104e0 "
    "\U000104b9\U000104e1 \U000104ba\U000104e2 \U000104bb\U000104e3 \U000104bc\U000104e4 "
    "\U000104bd\U000104e5 \U000104be\U000104e6 \U000104bf\U000104e7 \U000104c0\U000104e8 "
    "\U000104c1\U000104e9 \U000104c2\U000104ea \U000104c3\U000104eb \U000104c4\U000104ec "
    "\U000104c5\U000104ed \U000104c6\U000104ee \U000104c7\U000104ef \U000104c8\U000104f0 "
    "\U000104c9\U000104f1 \U000104ca\U000104f2 \U000104cb\U000104f3 \U000104cc\U000104f4 "
    "\U000104cd\U000104f5 \U000104ce\U000104f6 \U000104cf\U000104f7 \U000104d0\U000104f8 "
    "\U000104d1\U000104f9 \U000104d2\U000104fa \U000104d3\U000104fb \U00010570\U00010597 "
    "\U00010571\U00010598 \U00010572\U00010599 \U00010573\U0001059a \U00010574\U0001059b "
    "\U00010575\U0001059c \U00010576\U0001059d \U00010577\U0001059e \U00010578\U0001059f "
    "\U00010579\U000105a0 \U0001057a\U000105a1 \U0001057c\U000105a3 \U0001057d\U000105a4 "
    "\U0001057e\U000105a5 \U0001057f\U000105a6 \U00010580\U000105a7 \U00010581\U000105a8 "
    "\U00010582\U000105a9 \U00010583\U000105aa \U00010584\U000105ab \U00010585\U000105ac "
    "\U00010586\U000105ad \U00010587\U000105ae \U00010588\U000105af \U00010589\U000105b0 "
    "\U0001058a\U000105b1 \U0001058c\U000105b3 \U0001058d\U000105b4 \U0001058e\U000105b5 "
    "\U0001058f\U000105b6 \U00010590\U000105b7 \U00010591\U000105b8 \U00010592\U000105b9 "
    "\U00010594\U000105bb \U00010595\U000105bc \U00010c80\U00010cc0 \U00010c81\U00010cc1 "
    "\U00010c82\U00010cc2 \U00010c83\U00010cc3 \U00010c84\U00010cc4 \U00010c85\U00010cc5 "
    "\U00010c86\U00010cc6 \U00010c87\U00010cc7 \U00010c88\U00010cc8 \U00010c89\U00010cc9 "
    "\U00010c8a\U00010cca \U00010c8b\U00010ccb \U00010c8c\U00010ccc \U00010c8d\U00010ccd "
    "\U00010c8e\U00010cce \U00010c8f\U00010ccf \U00010c90\U00010cd0 \U00010c91\U00010cd1 "
    "\U00010c92\U00010cd2 \U00010c93\U00010cd3 \U00010c94\U00010cd4 \U00010c95\U00010cd5 "
    "\U00010c96\U00010cd6 \U00010c97\U00010cd7 \U00010c98\U00010cd8 \U00010c99\U00010cd9 "
    "\U00010c9a\U00010cda \U00010c9b\U00010cdb \U00010c9c\U00010cdc \U00010c9d\U00010cdd "
    "\U00010c9e\U00010cde \U00010c9f\U00010cdf \U00010ca0\U00010ce0 \U00010ca1\U00010ce1 "
    "\U00010ca2\U00010ce2 \U00010ca3\U00010ce3 \U00010ca4\U00010ce4 \U00010ca5\U00010ce5 "
    "\U00010ca6\U00010ce6 \U00010ca7\U00010ce7 \U00010ca8\U00010ce8 \U00010ca9\U00010ce9 "
    "\U00010caa\U00010cea \U00010cab\U00010ceb \U00010cac\U00010cec \U00010cad\U00010ced "
    "\U00010cae\U00010cee \U00010caf\U00010cef \U00010cb0\U00010cf0 \U00010cb1\U00010cf1 "
    "\U00010cb2\U00010cf2 \U00010d50\U00010d70 \U00010d51\U00010d71 \U00010d52\U00010d72 "
    "\U00010d53\U00010d73 \U00010d54\U00010d74 \U00010d55\U00010d75 \U00010d56\U00010d76 "
    "\U00010d57\U00010d77 \U00010d58\U00010d78 \U00010d59\U00010d79 \U00010d5a\U00010d7a "
    "\U00010d5b\U00010d7b \U00010d5c\U00010d7c \U00010d5d\U00010d7d \U00010d5e\U00010d7e "
    "\U00010d5f\U00010d7f \U00010d60\U00010d80 \U00010d61\U00010d81 \U00010d62\U00010d82 "
    "\U00010d63\U00010d83 \U00010d64\U00010d84 \U00010d65\U00010d85 \U000118a0\U000118c0 "
    "\U000118a1\U000118c1 \U000118a2\U000118c2 \U000118a3\U000118c3 \U000118a4\U000118c4 "
    "\U000118a5\U000118c5 \U000118a6\U000118c6 \U000118a7\U000118c7 \U000118a8\U000118c8 "
    "\U000118a9\U000118c9 \U000118aa\U000118ca \U000118ab\U000118cb \U000118ac\U000118cc "
    "\U000118ad\U000118cd \U000118ae\U000118ce \U000118af\U000118cf \U000118b0\U000118d0 "
    "\U000118b1\U000118d1 \U000118b2\U000118d2 \U000118b3\U000118d3 \U000118b4\U000118d4 "
    "\U000118b5\U000118d5 \U000118b6\U000118d6 \U000118b7\U000118d7 \U000118b8\U000118d8 "
    "\U000118b9\U000118d9 \U000118ba\U000118da \U000118bb\U000118db \U000118bc\U000118dc "
    "\U000118bd\U000118dd \U000118be\U000118de \U000118bf\U000118df \U00016e40\U00016e60 "
    "\U00016e41\U00016e61 \U00016e42\U00016e62 \U00016e43\U00016e63 \U00016e44\U00016e64 "
    "\U00016e45\U00016e65 \U00016e46\U00016e66 \U00016e47\U00016e67 \U00016e48\U00016e68 "
    "\U00016e49\U00016e69 \U00016e4a\U00016e6a \U00016e4b\U00016e6b \U00016e4c\U00016e6c "
    "\U00016e4d\U00016e6d \U00016e4e\U00016e6e \U00016e4f\U00016e6f \U00016e50\U00016e70 "
    "\U00016e51\U00016e71 \U00016e52\U00016e72 \U00016e53\U00016e73 \U00016e54\U00016e74 "
    "\U00016e55\U00016e75 \U00016e56\U00016e76 \U00016e57\U00016e77 \U00016e58\U00016e78 "
    "\U00016e59\U00016e79 \U00016e5a\U00016e7a \U00016e5b\U00016e7b \U00016e5c\U00016e7c "
    "\U00016e5d\U00016e7d \U00016e5e\U00016e7e \U00016e5f\U00016e7f \U0001e900\U0001e922 "
    "\U0001e901\U0001e923 \U0001e902\U0001e924 \U0001e903\U0001e925 \U0001e904\U0001e926 "
    "\U0001e905\U0001e927 \U0001e906\U0001e928 \U0001e907\U0001e929 \U0001e908\U0001e92a "
    "\U0001e909\U0001e92b \U0001e90a\U0001e92c \U0001e90b\U0001e92d \U0001e90c\U0001e92e "
    "\U0001e90d\U0001e92f \U0001e90e\U0001e930 \U0001e90f\U0001e931 \U0001e910\U0001e932 "
    "\U0001e911\U0001e933 \U0001e912\U0001e934 \U0001e913\U0001e935 \U0001e914\U0001e936 "
    "\U0001e915\U0001e937 \U0001e916\U0001e938 \U0001e917\U0001e939 \U0001e918\U0001e93a "
    "\U0001e919\U0001e93b \U0001e91a\U0001e93c \U0001e91b\U0001e93d \U0001e91c\U0001e93e "
    "\U0001e91d\U0001e93f \U0001e91e\U0001e940 \U0001e91f\U0001e941 \U0001e920\U0001e942 "
    "\U0001e921\U0001e943"
)
"""Sets of characters that are the same under `(?i)`, a space between two sets."""
