module github.com/configgen/configgen/bootstrap

go 1.24.0
