# Runs a command in a bare system, as the first process of new mount and process namespaces (unshare --mount --pid --fork).
# The system becomes the root with pivot_root: in a plain chroot a program could not change its root again, as the sandbox
# of ffmpeg does. Usage: sh enter-machine.sh ROOT FOLDER COMMAND [ARG]...
set -e
root=$1
folder=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t tmpfs -o mode=1777 tmp tmp
mount -t tmpfs -o mode=755 dev dev
for name in null zero full random urandom tty; do
  : > "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/shm
mount -t tmpfs -o mode=1777 shm dev/shm
ln -s /proc/self/fd dev/fd
# A folder of this machine that the bare one shares, such as the one of a database's socket.
if [ -n "$BARE_SHARE" ]; then
  mkdir -p "$root$BARE_SHARE"
  mount --bind "$BARE_SHARE" "$root$BARE_SHARE"
  unset BARE_SHARE
fi
mkdir -p .old
PATH="$PATH:/usr/sbin:/sbin" pivot_root . .old
cd "$folder"
umount -l /.old
# The first process passes a stop on to the command and waits for its end, as a login shell would.
"$@" &
command=$!
trap 'kill -TERM "$command"' TERM
status=0
wait "$command" || status=$?
# A stop interrupts the wait.
while kill -0 "$command" 2> /dev/null; do
  status=0
  wait "$command" || status=$?
done
exit "$status"
