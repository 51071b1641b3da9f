# Sourced by scripts/run and scripts/test, from the root of the repository.

unset VIRTUAL_ENV PYTHONHOME PYTHONPATH PYTHONSAFEPATH DJANGO_SETTINGS_MODULE # set for something else

# find_python: the name of a Python 3.11 or later that can make virtual environments, or nothing.
find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
}

# make_environment FILE: the virtual environment .venv with the packages of a requirements file. It does
# nothing when the last run installed the same; an environment that is broken or half made is made anew.
make_environment() {
    local stamp=".venv/installed-$1" python
    if ! .venv/bin/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        python=$(find_python)
        if [ -z "$python" ]; then
            echo "Python 3.11 or later with venv is needed. On Debian and Ubuntu:" >&2
            echo "    apt-get install python3 python3-venv" >&2
            echo "Elsewhere: https://www.python.org/downloads/" >&2
            exit 1
        fi
        echo "Making the environment .venv …"
        rm -rf .venv
        "$python" -m venv .venv
    fi
    if ! cat requirements*.txt constraints.txt | cmp -s - "$stamp"; then
        echo "Installing the packages of $1 …"
        if ! PIP_USER=0 .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input -r "$1"; then
            echo "The packages could not be installed; the lines above say why." >&2
            exit 1
        fi
        cat requirements*.txt constraints.txt >"$stamp"
    fi
}
