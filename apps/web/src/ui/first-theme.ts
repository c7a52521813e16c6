/** Runs inline before the first paint, so that a stored choice applies without a flash; a fetched file is too late. */
export const firstTheme =
  'try{const choice=localStorage.getItem("theme");if(choice==="light"||choice==="dark")' +
  "document.currentScript.parentElement.dataset.theme=choice}catch{}";
