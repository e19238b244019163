#!/usr/bin/env bash
# A whole Kubernetes in a network namespace of its own, with two nodes, until OWNER is gone: then all of it is ended,
# each by its process id, and DIRECTORY removed.
#   cluster.sh DIRECTORY OWNER PREFIX IMAGE_ARCHIVE IMAGE
# The API server is reached by DIRECTORY/api.sock. DIRECTORY/pki has the kubeconfigs, DIRECTORY/run the process ids,
# DIRECTORY/parts what starts each part again. IMAGE is what the archive has, and `registry.invalid/child@DIGEST` on
# the nodes: DIRECTORY/image says which. PREFIX begins the nodes' cgroups: two clusters on one machine need two.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ "${RETINUE_CLUSTER_APART:-}" = yes ] || RETINUE_CLUSTER_APART=yes exec unshare --net -- "$0" "$@"
directory=$1 owner=$2 prefix=$3 archive=$4 image=$5
exec >>"$directory/log" 2>&1
cd /
cache=$("$here/install.sh") || touch "$directory/failed"
export PATH=$cache/root/usr/bin:$cache/root/usr/sbin:$PATH GOMAXPROCS=2
hyper=$cache/bin/hyper pki=$directory/pki
nodes=(node-a=10.99.0.1 node-b=10.99.0.2)
mkdir -p "$directory"/{run,logs,pki,parts}

# begin NAME COMMAND...: in a session of its own, its process id noted.
begin() {
  local name=$1
  shift
  {
    printf '#!/usr/bin/env bash\nexport PATH=%q GOMAXPROCS=2\necho $$ >%q\nexec' "$PATH" "$directory/run/$name.pid"
    printf ' %q' "$@"
    printf ' >>%q 2>&1\n' "$directory/logs/$name.log"
  } >"$directory/parts/$name.sh"
  chmod +x "$directory/parts/$name.sh"
  rm -f "$directory/run/$name.pid"
  setsid "$directory/parts/$name.sh" &
  await test -s "$directory/run/$name.pid"
}
end() { # end NAME
  local id
  id=$(cat "$directory/run/$1.pid" 2>/dev/null) || return
  # One that a test has stopped hears of nothing else.
  kill "$id" 2>/dev/null && kill -CONT "$id" 2>/dev/null
  for _ in $(seq 100); do
    kill -0 "$id" 2>/dev/null || return
    sleep 0.1
  done
  kill -9 "$id"
}
kubectl() { "$hyper" kubectl --kubeconfig "$pki/admin.kubeconfig" "$@"; }
await() { # await COMMAND...
  for _ in $(seq 600); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  echo "in vain: $*"
  return 1
}

control_plane() {
  # Some kernels have no interface but this one to make.
  ip link set lo up || return
  for node in "${nodes[@]}"; do ip addr add "${node#*=}/24" dev lo || return; done
  ip route add default dev lo || return
  "$here/certificates.sh" "$pki" "${nodes[@]}" || return
  begin etcd etcd --data-dir "$directory/etcd" --unsafe-no-fsync --logger zap \
    --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
    --listen-peer-urls http://127.0.0.1:2380 || return
  # A list by a watch ends with a word that this etcd is too old to be asked for: clients that want one ask for a list.
  begin kube-apiserver "$hyper" kube-apiserver --feature-gates=WatchList=false --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0 \
    --advertise-address=10.99.0.1 --endpoint-reconciler-type=none --service-cluster-ip-range=10.0.0.0/24 \
    --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" \
    --client-ca-file="$pki/authority.crt" --anonymous-auth=false --authorization-mode=Node,RBAC \
    --kubelet-client-certificate="$pki/apiserver-kubelet.crt" --kubelet-client-key="$pki/apiserver-kubelet.key" \
    --kubelet-certificate-authority="$pki/authority.crt" --kubelet-preferred-address-types=InternalIP \
    --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$pki/accounts.pub" \
    --service-account-signing-key-file="$pki/accounts.key" --enable-admission-plugins=NodeRestriction,PodTolerationRestriction \
    --profiling=false || return
  await kubectl get --raw /readyz || return
  local manager="$pki/controller-manager.kubeconfig" scheduler="$pki/scheduler.kubeconfig"
  begin kube-controller-manager "$hyper" kube-controller-manager --kubeconfig="$manager" \
    --authentication-kubeconfig="$manager" --authorization-kubeconfig="$manager" \
    --use-service-account-credentials --service-account-private-key-file="$pki/accounts.key" \
    --root-ca-file="$pki/authority.crt" --leader-elect=false --bind-address=127.0.0.1 \
    --node-monitor-grace-period=20s --concurrent-job-syncs=10 --pvclaimbinder-sync-period=1s --kube-api-qps=500 --kube-api-burst=1000 \
    --controllers='*,-node-ipam-controller,-service-lb-controller,-node-route-controller' || return
  begin kube-scheduler "$hyper" kube-scheduler --kubeconfig="$scheduler" --authentication-kubeconfig="$scheduler" \
    --authorization-kubeconfig="$scheduler" --leader-elect=false --kube-api-qps=500 --kube-api-burst=1000 \
    --bind-address=127.0.0.1
}

# node NAME ADDRESS: a containerd and a kubelet with directories, sockets and cgroups of their own.
node() {
  local name=$1 address=$2 own=$directory/nodes/$1 cgroup=$prefix-$1 each
  mkdir -p "$own"/{sysctl,cni}
  cp "$here/cni/alone" "$cache"/root/usr/lib/cni/{loopback,ptp,host-local} "$own/cni" || return
  printf '{"cniVersion":"0.4.0","name":"routed","type":"ptp","ipam":{"type":"host-local","dataDir":"%s","ranges":[[{"subnet":"10.88.%s.0/24"}]],"routes":[{"dst":"0.0.0.0/0"}]}}' \
    "$own/addresses" "${address##*.}" >"$own/cni/routed.json"
  echo '{"cniVersion":"0.4.0","name":"alone","plugins":[{"type":"alone"}]}' >"$own/10-alone.conflist"
  for each in containerd.toml kubelet.yaml; do
    sed "s|@OWN@|$own|g;s|@PKI@|$pki|g;s|@NODE@|$name|g;s|@ADDRESS@|$address|g;s|@CGROUP@|$cgroup|g;s|@CACHE@|$cache|g" \
      "$here/$each.in" >"$own/$each"
  done
  for each in /sys/fs/cgroup/*/; do mkdir -p "$each$cgroup"; done
  for each in cpus mems; do
    cat "/sys/fs/cgroup/cpuset/cpuset.$each" >"/sys/fs/cgroup/cpuset/$cgroup/cpuset.$each"
  done
  # The kubelet sets these for the whole machine: it finds files of its own in their place, of a mount namespace that it
  # shares with containerd, so that nothing that they mount is left behind.
  for each in vm/overcommit_memory=1 kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 \
    kernel/keys/root_maxbytes=25000000; do
    mkdir -p "$own/sysctl/$(dirname "${each%=*}")"
    echo "${each#*=}" >"$own/sysctl/${each%=*}"
  done
  # shellcheck disable=SC2016 # for the inner shell
  begin "mounts-$name" unshare --mount --propagation private sh -ec \
    'mount --make-rshared /; cd "$0"; find . -type f | while read -r f; do mount --bind "$f" "/proc/sys/$f"; done; touch "$1"
     exec sleep infinity' "$own/sysctl" "$own/mounted" || return
  await test -e "$own/mounted" || return
  local within=(nsenter --mount --target "$(cat "$directory/run/mounts-$name.pid")")
  begin "containerd-$name" "${within[@]}" containerd -c "$own/containerd.toml" || return
  await ctr -a "$own/containerd.sock" version || return
  begin "kubelet-$name" "${within[@]}" "$hyper" kubelet --config="$own/kubelet.yaml" \
    --kubeconfig="$pki/$name.kubeconfig" --root-dir="$own/kubelet" --cert-dir="$own/certificates" \
    --hostname-override="$name" --node-ip="$address" || return
  images "$own/containerd.sock"
}

# The child's image by its digest, and what holds a pod's namespaces.
images() {
  local ctr=(ctr -a "$1" -n k8s.io) digest
  "${ctr[@]}" images import "$directory/pause.tar" >/dev/null && "${ctr[@]}" images import "$archive" >/dev/null || return
  digest=$("${ctr[@]}" images ls "name==docker.io/library/$image" | awk 'NR == 2 { print $3 }')
  "${ctr[@]}" images tag "docker.io/library/$image" "registry.invalid/child@$digest" >/dev/null || return
  # Each node does so, at the same time.
  echo "registry.invalid/child@$digest" >"$directory/image.$BASHPID" && mv "$directory/image.$BASHPID" "$directory/image"
}

start() {
  "$here/pause-image.sh" "$cache/bin/pause" "$directory/pause.tar" && control_plane || return
  for each in "${nodes[@]}"; do node "${each%=*}" "${each#*=}" & done
  wait -n || return
  wait -n || return
  begin forward "$(command -v node)" "$here/forward.mjs" "$directory/api.sock" 6443 || return
  for each in "${nodes[@]}"; do
    await kubectl wait --for=condition=Ready --timeout=1s "node/${each%=*}" || return
  done
  await test -S "$directory/api.sock"
}

finish() {
  local name each
  # What a test had beside it, and could not end.
  for each in "$directory"/run/addon-*.pid; do
    [ ! -e "$each" ] || end "$(basename "$each" .pid)"
  done
  for each in "${nodes[@]}"; do end "kubelet-${each%=*}"; done
  for each in "${nodes[@]}"; do
    name=${each%=*}
    for task in $(ctr -a "$directory/nodes/$name/containerd.sock" -n k8s.io tasks ls -q 2>/dev/null); do
      ctr -a "$directory/nodes/$name/containerd.sock" -n k8s.io tasks rm -f "$task"
    done
    end "containerd-$name"
    end "mounts-$name"
  done
  for each in forward kube-scheduler kube-controller-manager kube-apiserver etcd; do end "$each"; done
  for each in "${nodes[@]}"; do
    for group in /sys/fs/cgroup/*/"$prefix-${each%=*}"; do
      # What a killed containerd could not end.
      find "$group" -name cgroup.procs -exec cat {} + 2>/dev/null | sort -u | xargs -r kill -9
      for _ in 1 2 3; do find "$group" -depth -type d -exec rmdir {} + 2>/dev/null && break; sleep 0.2; done
    done
  done
  rm -rf --one-file-system "$directory"
}

if [ ! -e "$directory/failed" ] && start; then touch "$directory/ready"; else touch "$directory/failed"; fi
while kill -0 "$owner" 2>/dev/null; do sleep 0.5; done
finish
