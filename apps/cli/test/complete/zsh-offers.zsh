# Prints what zsh offers after the words of $1, one a line, as its completion says it on a terminal of its own.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -Uz compinit; compinit -D -u; source ./script; compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- $hits >>offered
}; touch ready'
for ((i = 0; i < 400; i++)); do [[ -e ready ]] && break; sleep 0.05; done
zpty -w -n shell "retinue $1"$'\t'
for ((i = 0; i < 400; i++)); do [[ -s offered ]] && break; sleep 0.05; done
sleep 0.3
zpty -d shell
sort -u offered
