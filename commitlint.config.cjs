/** What a commit message looks like; `npm run check -- commits` checks those made since this file exists. */
module.exports = {
  plugins: [
    {
      rules: {
        'header-semicolon': ({ header }) => [!header?.includes(';'), 'the subject names one thing: no semicolon'],
      },
    },
  ],
  rules: {
    'header-max-length': [2, 'always', 72],
    'header-min-length': [2, 'always', 10],
    'header-full-stop': [2, 'never', '.'],
    'header-semicolon': [2, 'always'],
    'body-leading-blank': [2, 'always'],
    'body-empty': [2, 'never'],
  },
};
